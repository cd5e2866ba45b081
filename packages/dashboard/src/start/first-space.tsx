import type { Space } from "@quarry/sdk";
import { useQueryClient } from "@tanstack/react-query";
import { useMe } from "../api/person.tsx";
import { useSubmit } from "../api/use-submit.ts";
import { Field } from "../components/field.tsx";
import { FormError } from "../components/states.tsx";
import { text } from "../text/text.ts";

const words = text.start;

/** Creates the first space from its name alone. */
export function FirstSpace({ onCreated }: { onCreated: (space: Space) => void }) {
  const { quarry } = useMe();
  const queries = useQueryClient();
  const creating = useSubmit({
    send: async (name: string, call) => (await quarry.spaces.create({ name }, call)).space,
    onSuccess: async (space) => {
      await queries.invalidateQueries({ queryKey: ["spaces"] });
      onCreated(space);
    },
  });
  return (
    <form
      className="form start-form"
      onSubmit={(event) => {
        event.preventDefault();
        creating.mutate(String(new FormData(event.currentTarget).get("name")));
      }}
    >
      <Field label={words.spaceName} hint={words.spaceHint}>
        {(control) => (
          <input
            {...control}
            name="name"
            dir="auto"
            placeholder={words.spaceExample}
            required
            maxLength={100}
          />
        )}
      </Field>
      <FormError {...creating.failure} />
      <div>
        <button type="submit" className="button primary" disabled={creating.isPending}>
          {text.spaces.form.submitCreate}
        </button>
      </div>
    </form>
  );
}
