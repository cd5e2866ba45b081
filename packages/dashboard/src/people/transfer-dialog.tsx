import { useQueryClient } from "@tanstack/react-query";
import { ConfirmDialog } from "../components/confirm-dialog.tsx";
import { showToast } from "../components/toasts.tsx";
import { text } from "../text/text.ts";
import { type Member, transferOwnership } from "./member-calls.ts";

const words = text.people;

/** Makes a member the owner in place of the person, after the member's address was typed. */
export function TransferDialog(props: { member: Member; organizationId: string; onClose: () => void }) {
  const { member, organizationId, onClose } = props;
  const { name, email } = member.user;
  const queries = useQueryClient();
  return (
    <ConfirmDialog
      title={words.transferTitle(name)}
      hint={words.transferHint}
      action={words.submitTransfer}
      typing={{
        label: words.transferConfirm(email),
        dir: "ltr",
        isRight: (typed) => typed.trim().toLowerCase() === email.toLowerCase(),
      }}
      onConfirm={async () => {
        await transferOwnership(organizationId, member);
        showToast(words.transferDone(name));
        // The person has another role now. Not awaited: the dialog closes first.
        void queries.invalidateQueries({ queryKey: ["me"] });
        void queries.invalidateQueries({ queryKey: ["members"] });
      }}
      onClose={onClose}
    />
  );
}
