import type { CallOptions } from "@quarry/sdk";
import { useState } from "react";
import { useSubmit } from "../api/use-submit.ts";
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
  onConfirm: (call: CallOptions) => Promise<unknown>;
  onClose: () => void;
}) {
  const { title, hint, action, typing, onConfirm, onClose } = props;
  const [typed, setTyped] = useState("");
  const isConfirmed = typing === undefined || typing.isRight(typed);
  const doing = useSubmit({ send: (_: undefined, call) => onConfirm(call), onSuccess: onClose });
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isConfirmed && !doing.isPending) doing.mutate(undefined);
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
        <FormError {...doing.failure} />
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
