import type { Document } from "@quarry/sdk";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Dialog } from "../components/dialog.tsx";
import { Field } from "../components/field.tsx";
import { FormActions } from "../components/form-actions.tsx";
import { FormError } from "../components/states.tsx";
import { filterOf } from "../filter/filter.ts";
import { text } from "../text/text.ts";

const words = text.bulk;
type Values = Document["metadata"];

/** Asks for the keys to set or remove. */
export function SetMetadataDialog(props: {
  size: number;
  onSet: (metadata: Values) => Promise<unknown>;
  onClose: () => void;
}) {
  const { size, onSet, onClose } = props;
  const [problem, setProblem] = useState<string>();
  const setting = useMutation({ mutationFn: onSet, onSuccess: onClose });
  return (
    <Dialog title={words.metadataTitle(size)} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          const metadata = readObject(String(new FormData(event.currentTarget).get("metadata")));
          setProblem(metadata ? undefined : words.metadataWrong);
          if (metadata) setting.mutate(metadata);
        }}
      >
        <Field label={words.metadataJson} hint={words.metadataHint} error={problem}>
          {(control) => (
            <textarea {...control} name="metadata" className="mono" rows={6} spellCheck={false} />
          )}
        </Field>
        <FormError error={setting.error} />
        <FormActions submit={words.apply} isDisabled={setting.isPending} onClose={onClose} />
      </form>
    </Dialog>
  );
}

/** The object with keys that a JSON text stands for. */
function readObject(json: string): Values | undefined {
  try {
    return filterOf(JSON.parse(json));
  } catch {
    return undefined;
  }
}
