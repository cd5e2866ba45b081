import type { Space } from "@quarry/sdk";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useMe } from "../api/person.tsx";
import { Dialog } from "../components/dialog.tsx";
import { Field } from "../components/field.tsx";
import { FormError } from "../components/states.tsx";
import { showToast } from "../components/toasts.tsx";
import { score } from "../text/format.ts";
import { text } from "../text/text.ts";

const words = text.spaces.settings;
/** The least and the most that the server takes. */
const TOKENS = { min: 50, max: 2_000 };
const USUAL_WEIGHT = 0.5;

/** How the documents of a space are cut into passages, and how these are ranked. */
export function SpaceSettings({ space, onClose }: { space: Space; onClose: () => void }) {
  const { quarry } = useMe();
  const queries = useQueryClient();
  const { chunking, ranking } = space;
  const [weight, setWeight] = useState(ranking.vectorWeight);
  const saving = useMutation({
    mutationFn: (form: FormData) => {
      const number = (name: string) => Number(form.get(name));
      const [maxTokens, overlapTokens] = [number("maxTokens"), number("overlapTokens")];
      const isCutAnew = maxTokens !== chunking.maxTokens || overlapTokens !== chunking.overlapTokens;
      return quarry.spaces.update(space.id, {
        ranking: { vectorWeight: weight },
        ...(isCutAnew ? { chunking: { maxTokens, overlapTokens } } : {}),
      });
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["spaces"] });
      showToast(words.saved(space.name));
      onClose();
    },
  });
  return (
    <Dialog title={words.title} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          saving.mutate(new FormData(event.currentTarget));
        }}
      >
        <Field label={words.maxTokens} hint={words.maxTokensHint}>
          {(control) => (
            <input
              {...{ ...control, ...TOKENS, name: "maxTokens", type: "number", required: true }}
              defaultValue={chunking.maxTokens}
            />
          )}
        </Field>
        <Field label={words.overlapTokens} hint={words.overlapTokensHint}>
          {(control) => (
            <input
              {...{ ...control, name: "overlapTokens", type: "number", required: true }}
              min={0}
              max={TOKENS.max / 2}
              defaultValue={chunking.overlapTokens}
            />
          )}
        </Field>
        <Field
          label={words.weight}
          hint={weight === null ? words.weightUsual : words.weightIs(score(weight))}
        >
          {(control) => (
            <input
              {...control}
              type="range"
              min={0}
              max={1}
              step={0.05}
              value={weight ?? USUAL_WEIGHT}
              onChange={(event) => setWeight(event.target.valueAsNumber)}
            />
          )}
        </Field>
        {weight !== null && (
          <div>
            <button type="button" className="button small" onClick={() => setWeight(null)}>
              {words.useUsual}
            </button>
          </div>
        )}
        <FormError error={saving.error} />
        <div className="form-actions">
          <button type="button" className="button" onClick={onClose}>
            {text.action.cancel}
          </button>
          <button type="submit" className="button primary" disabled={saving.isPending}>
            {text.action.save}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
