import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Dialog } from "../components/dialog.tsx";
import { Field } from "../components/field.tsx";
import { FormError } from "../components/states.tsx";
import { showToast } from "../components/toasts.tsx";
import { text } from "../text/text.ts";
import { type Member, transferOwnership } from "./member-calls.ts";

const words = text.people;

/** Makes a member the owner in place of the person, after the member's address was typed. */
export function TransferDialog(props: { member: Member; organizationId: string; onClose: () => void }) {
  const { member, organizationId, onClose } = props;
  const { name, email } = member.user;
  const queries = useQueryClient();
  const [typed, setTyped] = useState("");
  const isConfirmed = typed.trim().toLowerCase() === email.toLowerCase();
  const transferring = useMutation({
    mutationFn: () => transferOwnership(organizationId, member),
    onSuccess: async () => {
      showToast(words.transferDone(name));
      onClose();
      // The person has another role now.
      await Promise.all([
        queries.invalidateQueries({ queryKey: ["me"] }),
        queries.invalidateQueries({ queryKey: ["members"] }),
      ]);
    },
  });
  return (
    <Dialog title={words.transferTitle(name)} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isConfirmed) transferring.mutate();
        }}
      >
        <p>{words.transferHint}</p>
        <Field label={words.transferConfirm(email)}>
          {(control) => (
            <input
              {...control}
              value={typed}
              dir="ltr"
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        <FormError error={transferring.error} />
        <div className="form-actions">
          <button type="button" className="button" onClick={onClose}>
            {text.action.cancel}
          </button>
          <button
            type="submit"
            className="button dangerous"
            disabled={!isConfirmed || transferring.isPending}
          >
            {words.submitTransfer}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
