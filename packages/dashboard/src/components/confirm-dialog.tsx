import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Dialog } from "./dialog.tsx";
import { Field } from "./field.tsx";
import { FormActions } from "./form-actions.tsx";
import { FormError } from "./states.tsx";

/** Asks before something that cannot be undone, does it, and says why it failed. */
export function ConfirmDialog(props: {
  title: string;
  hint: string;
  /** The name of the button. */
  action: string;
  /** What must be typed before. */
  typing?: {
    readonly label: string;
    readonly dir: "auto" | "ltr";
    readonly isRight: (typed: string) => boolean;
  };
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}) {
  const { title, hint, action, typing, onConfirm, onClose } = props;
  const [typed, setTyped] = useState("");
  const isConfirmed = typing === undefined || typing.isRight(typed);
  const doing = useMutation({ mutationFn: onConfirm, onSuccess: onClose });
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isConfirmed && !doing.isPending) doing.mutate();
        }}
      >
        <p>{hint}</p>
        {typing && (
          <Field label={typing.label}>
            {(control) => (
              <input
                {...control}
                value={typed}
                dir={typing.dir}
                autoComplete="off"
                spellCheck={false}
                onChange={(event) => setTyped(event.target.value)}
              />
            )}
          </Field>
        )}
        <FormError error={doing.error} />
        <FormActions
          submit={action}
          isDisabled={!isConfirmed || doing.isPending}
          isDangerous
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}
