import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useMe } from "../api/person.tsx";
import { useSubmit } from "../api/use-submit.ts";
import { Dialog } from "../components/dialog.tsx";
import { Field } from "../components/field.tsx";
import { FormActions } from "../components/form-actions.tsx";
import { FormError } from "../components/states.tsx";
import { showToast } from "../components/toasts.tsx";
import { text } from "../text/text.ts";
import { evaluationsQuery } from "./evaluation-queries.ts";
import { withGoldenQuery } from "./golden-query.ts";

const words = text.evaluations;

/** Saves a question, with a document that answers it, in an evaluation of the document's space. */
export function SaveGolden(props: {
  spaceId: string;
  question: string;
  filename: string;
  onClose: () => void;
}) {
  const { spaceId, question, filename, onClose } = props;
  const { quarry } = useMe();
  const queries = useQueryClient();
  const evaluations = useQuery(evaluationsQuery(quarry, spaceId));
  const [chosen, setChosen] = useState<string>();
  const id = chosen ?? evaluations.data?.[0]?.id ?? "";
  const saving = useSubmit({
    send: async (name: string, call) => {
      const golden = { query: question, relevant: [{ filename, grade: 1 }] };
      if (id === "") return quarry.evaluations.create({ spaceId, name, queries: [golden] }, call);
      const { evaluation } = await quarry.evaluations.get({ spaceId, id }, { signal: call.signal });
      const changed = withGoldenQuery(evaluation.queries, golden);
      return quarry.evaluations.update({ spaceId, id, queries: changed }, call);
    },
    onSuccess: async ({ evaluation }) => {
      await queries.invalidateQueries({ queryKey: ["evaluations"] });
      showToast(words.saveDone(evaluation.name));
      onClose();
    },
  });
  return (
    <Dialog title={words.save} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          saving.mutate(String(new FormData(event.currentTarget).get("name") ?? "").trim());
        }}
      >
        <p>{words.saveHint(filename)}</p>
        <p className="faint" dir="auto">
          {question}
        </p>
        <Field label={words.saveTo}>
          {(control) => (
            <select {...control} value={id} onChange={(event) => setChosen(event.target.value)}>
              {evaluations.data?.map((each) => (
                <option key={each.id} value={each.id}>
                  {each.name}
                </option>
              ))}
              <option value="">{words.saveNew}</option>
            </select>
          )}
        </Field>
        {evaluations.data && id === "" && (
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
        <FormError {...saving.failure} />
        <FormActions
          submit={text.action.save}
          isDisabled={saving.isPending || evaluations.isPending}
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}
