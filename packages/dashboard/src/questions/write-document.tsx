import type { QuestionGroup } from "@quarry/sdk";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useMe } from "../api/person.tsx";
import { useSubmit } from "../api/use-submit.ts";
import { Dialog } from "../components/dialog.tsx";
import { Field } from "../components/field.tsx";
import { FormActions } from "../components/form-actions.tsx";
import { FormError } from "../components/states.tsx";
import { showToast } from "../components/toasts.tsx";
import { spacesQuery } from "../spaces/space-queries.ts";
import { text } from "../text/text.ts";
import { filenameOf } from "./filename-of.ts";

const words = text.questions;

/** Writes a document that answers a question, with the question as its title. */
export function WriteDocument({ group, onClose }: { group: QuestionGroup; onClose: () => void }) {
  const { question, spaceIds } = group;
  const { quarry } = useMe();
  const navigate = useNavigate();
  const spaces = useQuery(spacesQuery(quarry, "active"));
  const asked = spaces.data?.find(({ id }) => spaceIds.includes(id));
  const saving = useSubmit({
    send: (form: FormData, call) => {
      const field = (name: string) => String(form.get(name) ?? "");
      const [spaceId, filename] = [field("space"), field("filename").trim()];
      return quarry.documents.upload({ spaceId, filename, content: field("content") }, call);
    },
    onSuccess: ({ filename, spaceId }) => {
      showToast(words.written(filename), {
        label: words.show,
        onChoose: () => void navigate({ to: "/spaces/$spaceId", params: { spaceId } }),
      });
      onClose();
    },
  });
  return (
    <Dialog title={words.write} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          saving.mutate(new FormData(event.currentTarget));
        }}
      >
        <Field label={words.content} hint={words.contentHint}>
          {(control) => (
            <textarea
              {...{ ...control, name: "content", dir: "auto", rows: 8, required: true }}
              defaultValue={`# ${question}\n\n`}
            />
          )}
        </Field>
        <Field label={words.filename}>
          {(control) => (
            <input
              {...{ ...control, name: "filename", dir: "auto", required: true, maxLength: 255 }}
              defaultValue={filenameOf(question)}
            />
          )}
        </Field>
        <Field label={words.space}>
          {(control) => (
            <select {...control} key={asked?.id} name="space" required defaultValue={asked?.id}>
              {spaces.data?.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <FormError {...saving.failure} error={saving.failure.error ?? spaces.error} />
        <FormActions
          submit={words.writeSubmit}
          isDisabled={saving.isPending || !spaces.data}
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}
