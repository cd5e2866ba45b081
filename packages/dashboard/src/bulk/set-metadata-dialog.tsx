import type { CallOptions, Document } from "@quarry/sdk";
import { useState } from "react";
import { useSubmit } from "../api/use-submit.ts";
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
  onSet: (metadata: Values, call: CallOptions) => Promise<unknown>;
  onClose: () => void;
}) {
  const { size, onSet, onClose } = props;
  const [problem, setProblem] = useState<string>();
  const setting = useSubmit({ send: onSet, onSuccess: onClose });
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
        <FormError {...setting.failure} />
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
