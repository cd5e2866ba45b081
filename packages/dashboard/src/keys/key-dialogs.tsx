import type { ApiKey } from "@quarry/sdk";
import { useQueryClient } from "@tanstack/react-query";
import { useMe } from "../api/person.tsx";
import { useSubmit } from "../api/use-submit.ts";
import { ConfirmDialog } from "../components/confirm-dialog.tsx";
import { Dialog } from "../components/dialog.tsx";
import { Field } from "../components/field.tsx";
import { FormActions } from "../components/form-actions.tsx";
import { FormError } from "../components/states.tsx";
import { showToast } from "../components/toasts.tsx";
import { text } from "../text/text.ts";
import { NewKey } from "./new-key.tsx";

const words = text.keys;
const OVERLAPS = [
  [0, words.overlaps.none],
  [3_600, words.overlaps.hour],
  [86_400, words.overlaps.day],
  [604_800, words.overlaps.week],
] as const;

/** Makes a new secret for a key. */
export function RotateDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { quarry } = useMe();
  const queries = useQueryClient();
  const rotating = useSubmit({
    send: (overlapSeconds: number, call) => quarry.apiKeys.rotate({ id: apiKey.id, overlapSeconds }, call),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["keys"] }),
  });
  if (rotating.data)
    return (
      <Dialog key="made" title={words.created} onClose={onClose} isClosable={false}>
        <NewKey created={rotating.data} onClose={onClose} />
      </Dialog>
    );
  return (
    <Dialog title={words.rotateTitle(apiKey.name)} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          rotating.mutate(Number(new FormData(event.currentTarget).get("overlap")));
        }}
      >
        <Field label={words.overlap} hint={words.overlapHint}>
          {(control) => (
            <select {...control} name="overlap" defaultValue="86400">
              {OVERLAPS.map(([seconds, label]) => (
                <option key={seconds} value={seconds}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
        <FormError {...rotating.failure} />
        <FormActions submit={words.rotate} isDisabled={rotating.isPending} onClose={onClose} />
      </form>
    </Dialog>
  );
}

/** Revokes a key. */
export function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { quarry } = useMe();
  const queries = useQueryClient();
  return (
    <ConfirmDialog
      title={words.revokeTitle(apiKey.name)}
      hint={words.revokeHint}
      action={words.revoke}
      onConfirm={async () => {
        await quarry.apiKeys.delete(apiKey);
        await queries.invalidateQueries({ queryKey: ["keys"] });
        showToast(words.revokeDone(apiKey.name));
      }}
      onClose={onClose}
    />
  );
}
