import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { isRefused } from "../api/errors.ts";
import { useSubmit } from "../api/use-submit.ts";
import { copyText } from "../components/copy-text.ts";
import { Dialog } from "../components/dialog.tsx";
import { Field } from "../components/field.tsx";
import { FormActions } from "../components/form-actions.tsx";
import { Icon } from "../components/icon.tsx";
import { Segments } from "../components/segments.tsx";
import { FormError } from "../components/states.tsx";
import { text } from "../text/text.ts";
import { type GivenRole, invitationLink, invite } from "./member-calls.ts";

const words = text.people;

/** The dialog that invites a person. It shows the link too, because a server without mail sends nothing. */
export function InviteForm({ organizationId, onClose }: { organizationId: string; onClose: () => void }) {
  const queries = useQueryClient();
  const [role, setRole] = useState<GivenRole>("member");
  const inviting = useSubmit({
    send: (email: string) => invite(organizationId, email, role),
    // The call has no key: what may have been carried out is not sent again.
    mayPass: isRefused,
    onSuccess: () => queries.invalidateQueries({ queryKey: ["invitations"] }),
  });
  if (inviting.data) {
    const link = invitationLink(inviting.data);
    return (
      <Dialog key="made" title={words.invited(inviting.data.email)} onClose={onClose}>
        <div className="form">
          <p>{words.invitedHint}</p>
          <div className="secret">
            <code>{link}</code>
            <button type="button" className="button small" onClick={() => void copyText(link)}>
              <Icon name="copy" size={16} />
              {text.action.copy}
            </button>
          </div>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog title={words.invite} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          inviting.mutate(String(new FormData(event.currentTarget).get("email")));
        }}
      >
        <Field label={words.email}>
          {(control) => (
            <input {...control} type="email" name="email" dir="ltr" required autoComplete="off" />
          )}
        </Field>
        <div className="field">
          <Segments
            label={words.role}
            value={role}
            options={[
              ["member", words.roles.member],
              ["admin", words.roles.admin],
            ]}
            onChange={setRole}
          />
          <p className="field-hint">{words.roleHints[role]}</p>
        </div>
        <FormError {...inviting.failure} />
        <FormActions submit={words.submitInvite} isDisabled={inviting.isPending} onClose={onClose} />
      </form>
    </Dialog>
  );
}
