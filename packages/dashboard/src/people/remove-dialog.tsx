import { useQueryClient } from "@tanstack/react-query";
import { ConfirmDialog } from "../components/confirm-dialog.tsx";
import { showToast } from "../components/toasts.tsx";
import { text } from "../text/text.ts";
import { type Member, removeMember } from "./member-calls.ts";

const words = text.people;

/** Removes a member from the organization, after it was confirmed. */
export function RemoveDialog(props: { member: Member; organizationId: string; onClose: () => void }) {
  const { member, organizationId, onClose } = props;
  const { name, email } = member.user;
  const queries = useQueryClient();
  return (
    <ConfirmDialog
      title={words.removeTitle(name)}
      hint={words.removeHint}
      action={words.submitRemove}
      onConfirm={async () => {
        await removeMember(organizationId, member);
        await queries.invalidateQueries({ queryKey: ["members"] });
        showToast(words.removeDone(email));
      }}
      onClose={onClose}
    />
  );
}
