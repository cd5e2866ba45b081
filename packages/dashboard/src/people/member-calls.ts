import type { OrganizationRole } from "@quarry/sdk";
import { callAccount } from "../api/account.ts";
import { ORGANIZATION_HEADER } from "../api/client.ts";

/** A member of the organization. */
export interface Member {
  readonly id: string;
  readonly userId: string;
  readonly role: OrganizationRole;
  readonly user: { readonly name: string; readonly email: string };
}

/** An invitation that was not answered yet. */
export interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly role: string;
  readonly status: string;
  readonly expiresAt: string;
}

/** A role that can be given. There is one owner. */
export type GivenRole = Exclude<OrganizationRole, "owner">;

const MEMBERS_PER_CALL = 1_000;

/** All members of an organization, however many calls they take. */
export function membersQuery(organizationId: string) {
  return {
    queryKey: ["members", organizationId],
    queryFn: async (): Promise<readonly Member[]> => {
      const all: Member[] = [];
      for (;;) {
        const { members, total } = await callAccount<{ members: Member[]; total: number }>(
          `organization/list-members?${new URLSearchParams({
            ...{ organizationId, sortBy: "createdAt" },
            ...{ limit: String(MEMBERS_PER_CALL), offset: String(all.length) },
          })}`,
        );
        all.push(...members);
        if (members.length === 0 || all.length >= total) return all;
      }
    },
  };
}

/** The open invitations of an organization, which admins and the owner see. */
export function invitationsQuery(organizationId: string) {
  return {
    queryKey: ["invitations", organizationId],
    queryFn: async (): Promise<readonly Invitation[]> => {
      const all = await callAccount<Invitation[]>(
        `organization/list-invitations?organizationId=${encodeURIComponent(organizationId)}`,
      );
      return all.filter(
        ({ status, expiresAt }) => status === "pending" && Date.parse(expiresAt) > Date.now(),
      );
    },
  };
}

/** Invites a person by mail. */
export function invite(organizationId: string, email: string, role: GivenRole): Promise<Invitation> {
  return callAccount("organization/invite-member", { organizationId, email, role });
}

/** Withdraws an invitation. */
export function cancelInvitation({ id }: Invitation): Promise<unknown> {
  return callAccount("organization/cancel-invitation", { invitationId: id });
}

/** Gives a member another role. */
export function changeRole(organizationId: string, { id }: Member, role: GivenRole): Promise<unknown> {
  return callAccount("organization/update-member-role", { organizationId, memberId: id, role });
}

/** Removes a member from the organization. */
export function removeMember(organizationId: string, { id }: Member): Promise<unknown> {
  return callAccount("organization/remove-member", { organizationId, memberIdOrEmail: id });
}

/** Makes a member the owner, and the owner an admin. The header names the organization that this tab shows. */
export function transferOwnership(organizationId: string, { id }: Member): Promise<unknown> {
  const headers = { [ORGANIZATION_HEADER]: organizationId };
  return callAccount("organization/transfer-ownership", { to: id }, headers);
}

/** The address at which a person accepts an invitation. */
export function invitationLink({ id }: Pick<Invitation, "id">): string {
  return `${location.origin}/app/invitation?id=${encodeURIComponent(id)}`;
}
