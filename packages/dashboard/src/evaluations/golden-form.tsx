import type { CallOptions, EvaluationQuery } from "@quarry/sdk";
import { useSubmit } from "../api/use-submit.ts";
import { Dialog } from "../components/dialog.tsx";
import { Field } from "../components/field.tsx";
import { FormActions } from "../components/form-actions.tsx";
import { FormError } from "../components/states.tsx";
import { text } from "../text/text.ts";
import { goldenQueryOf } from "./golden-query.ts";
import { RelevantFields } from "./relevant-fields.tsx";

const words = text.evaluations;

/** The dialog for a golden query; with `named`, for a new evaluation with its first golden query. */
export function GoldenForm(props: {
  title: string;
  submit: string;
  named?: boolean;
  before?: EvaluationQuery;
  onSave: (golden: EvaluationQuery, name: string, call: CallOptions) => Promise<unknown>;
  onClose: () => void;
}) {
  const { title, submit, named = false, before, onSave, onClose } = props;
  const saving = useSubmit({
    send: (form: FormData, call) => {
      const field = (name: string) => String(form.get(name) ?? "");
      const fields = (name: string) => form.getAll(name).map(String);
      const relevant = { filenames: fields("filename"), grades: fields("grade") };
      return onSave(goldenQueryOf({ query: field("query"), ...relevant }), field("name").trim(), call);
    },
    onSuccess: onClose,
  });
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          saving.mutate(new FormData(event.currentTarget));
        }}
      >
        {named && (
          <Field label={words.name}>
            {(control) => (
              <input
                {...control}
                name="name"
                dir="auto"
                placeholder={words.nameExample}
                required
                maxLength={100}
              />
            )}
          </Field>
        )}
        <Field label={words.question}>
          {(control) => (
            <textarea {...control} name="query" dir="auto" rows={2} required defaultValue={before?.query} />
          )}
        </Field>
        <RelevantFields {...(before ? { before: before.relevant } : {})} />
        <FormError {...saving.failure} />
        <FormActions submit={submit} isDisabled={saving.isPending} onClose={onClose} />
      </form>
    </Dialog>
  );
}
