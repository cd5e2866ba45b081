import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { errorText } from "../api/errors.ts";
import { useMe } from "../api/person.tsx";
import { copyText } from "../components/copy-text.ts";
import { Icon } from "../components/icon.tsx";
import { Menu, type MenuItem } from "../components/menu.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { Loading, Problem } from "../components/states.tsx";
import { showToast } from "../components/toasts.tsx";
import { ago } from "../text/format.ts";
import { text } from "../text/text.ts";
import { InviteForm } from "./invite-form.tsx";
import {
  cancelInvitation,
  changeRole,
  type GivenRole,
  type Invitation,
  invitationLink,
  invitationsQuery,
  type Member,
  membersQuery,
} from "./member-calls.ts";
import { RemoveDialog } from "./remove-dialog.tsx";
import { TransferDialog } from "./transfer-dialog.tsx";

const words = text.people;

/** The members of the organization and its invitations. */
export function PeoplePage() {
  const { person } = useMe();
  const { organization } = person;
  return organization ? (
    <People organizationId={organization.id} mayManage={organization.role !== "member"} />
  ) : null;
}

function People({ organizationId, mayManage }: { organizationId: string; mayManage: boolean }) {
  const members = useQuery(membersQuery(organizationId));
  const invitations = useQuery({ ...invitationsQuery(organizationId), enabled: mayManage });
  const [isInviting, setInviting] = useState(false);

  function content() {
    if (members.isPending) return <Loading rows={3} />;
    if (!members.data) return <Problem error={members.error} onRetry={() => void members.refetch()} />;
    return (
      <ul className="rows">
        {members.data.map((member) => (
          <MemberRow
            key={member.id}
            member={member}
            organizationId={organizationId}
            mayManage={mayManage && member.role !== "owner"}
          />
        ))}
      </ul>
    );
  }

  return (
    <>
      <PageHeader title={words.title} hint={mayManage ? words.hint : words.hintForMembers}>
        {mayManage && (
          <button type="button" className="button primary" onClick={() => setInviting(true)}>
            <Icon name="plus" />
            {words.invite}
          </button>
        )}
      </PageHeader>
      {content()}
      {invitations.data && invitations.data.length > 0 && (
        <section className="section">
          <h2>{words.invitations}</h2>
          <ul className="rows">
            {invitations.data.map((invitation) => (
              <InvitationRow key={invitation.id} invitation={invitation} />
            ))}
          </ul>
        </section>
      )}
      {isInviting && <InviteForm organizationId={organizationId} onClose={() => setInviting(false)} />}
    </>
  );
}

function MemberRow(props: { member: Member; organizationId: string; mayManage: boolean }) {
  const { member, organizationId, mayManage } = props;
  const { person } = useMe();
  const queries = useQueryClient();
  const [isTransferring, setTransferring] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const isOwner = person.organization?.role === "owner";
  const transfer: MenuItem = {
    label: words.transfer,
    icon: "key",
    isDangerous: true,
    onChoose: () => setTransferring(true),
  };
  const changing = useMutation({
    mutationFn: (change: () => Promise<unknown>) => change(),
    onError: (error) => showToast(errorText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ["members"] }),
  });
  const role = (name: GivenRole): MenuItem => ({
    label: words.makeRole[name],
    isChecked: member.role === name,
    onChoose: () => changing.mutate(() => changeRole(organizationId, member, name)),
  });
  return (
    <li className="row">
      <span className="avatar" aria-hidden="true">
        {member.user.name.slice(0, 1).toUpperCase()}
      </span>
      <div className="row-main">
        <p className="row-name">
          <bdi>{member.user.name}</bdi>
          {member.userId === person.id && <span className="faint"> {words.you}</span>}
        </p>
        <p className="faint" dir="auto">
          {member.user.email}
        </p>
      </div>
      <div className="row-facts">
        <span className={member.role === "owner" ? "badge busy" : "badge"}>{words.roles[member.role]}</span>
      </div>
      {mayManage && member.userId !== person.id ? (
        <Menu
          label={`${text.action.more}: ${member.user.email}`}
          items={[
            role("member"),
            role("admin"),
            ...(isOwner ? [transfer] : []),
            {
              label: words.remove,
              icon: "trash",
              isDangerous: true,
              onChoose: () => setRemoving(true),
            },
          ]}
        >
          <Icon name="more" size={20} />
        </Menu>
      ) : (
        <span className="row-gap" />
      )}
      {isRemoving && (
        <RemoveDialog member={member} organizationId={organizationId} onClose={() => setRemoving(false)} />
      )}
      {isTransferring && (
        <TransferDialog
          member={member}
          organizationId={organizationId}
          onClose={() => setTransferring(false)}
        />
      )}
    </li>
  );
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const queries = useQueryClient();
  const canceling = useMutation({
    mutationFn: () => cancelInvitation(invitation),
    onError: (error) => showToast(errorText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ["invitations"] }),
  });
  const { email, role, expiresAt } = invitation;
  return (
    <li className="row">
      <Icon name="inbox" size={20} />
      <div className="row-main">
        <p className="row-name" dir="auto">
          {email}
        </p>
        <p className="faint">{words.openUntil(ago(expiresAt))}</p>
      </div>
      <div className="row-facts">
        <span className="badge">{role === "admin" ? words.roles.admin : words.roles.member}</span>
      </div>
      <Menu
        label={`${text.action.more}: ${email}`}
        items={[
          { label: words.copyLink, icon: "copy", onChoose: () => void copyText(invitationLink(invitation)) },
          { label: words.withdraw, icon: "trash", isDangerous: true, onChoose: () => canceling.mutate() },
        ]}
      >
        <Icon name="more" size={20} />
      </Menu>
    </li>
  );
}
