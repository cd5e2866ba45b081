import { useMutation } from "@tanstack/react-query";
import { text } from "../text/text.ts";
import { Dialog } from "./dialog.tsx";
import { FormError } from "./states.tsx";

/** Asks before something that cannot be undone, does it, and says why it failed. */
export function ConfirmDialog(props: {
  title: string;
  hint: string;
  /** The name of the button. */
  action: string;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}) {
  const { title, hint, action, onConfirm, onClose } = props;
  const doing = useMutation({ mutationFn: onConfirm, onSuccess: onClose });
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="form">
        <p>{hint}</p>
        <FormError error={doing.error} />
        <div className="form-actions">
          <button type="button" className="button" onClick={onClose}>
            {text.action.cancel}
          </button>
          <button
            type="button"
            className="button dangerous"
            disabled={doing.isPending}
            onClick={() => doing.mutate()}
          >
            {action}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
