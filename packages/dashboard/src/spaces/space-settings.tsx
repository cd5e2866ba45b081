import type { Space } from "@quarry/sdk";
import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useMe } from "../api/person.tsx";
import { useSubmit } from "../api/use-submit.ts";
import { Dialog } from "../components/dialog.tsx";
import { Field } from "../components/field.tsx";
import { FormActions } from "../components/form-actions.tsx";
import { FormError } from "../components/states.tsx";
import { showToast } from "../components/toasts.tsx";
import { score } from "../text/format.ts";
import { text } from "../text/text.ts";
import { ChunkingFields } from "./chunking-fields.tsx";
import { ChunkingPreview } from "./chunking-preview.tsx";
import { isSameChunking, readChunking } from "./chunking-settings.ts";
import { SpaceLimits } from "./space-limits.tsx";

const words = text.spaces.settings;
const USUAL_WEIGHT = 0.5;

/** How the documents of a space are cut into passages, with a preview of the cuts, and how these are ranked. */
export function SpaceSettings({ space, onClose }: { space: Space; onClose: () => void }) {
  const { quarry } = useMe();
  const queries = useQueryClient();
  const { ranking } = space;
  const formId = useId();
  const [weight, setWeight] = useState(ranking.vectorWeight);
  const [typed, setTyped] = useState({
    maxTokens: String(space.chunking.maxTokens),
    overlapTokens: String(space.chunking.overlapTokens),
  });
  const { chunking } = readChunking(typed);
  const saving = useSubmit({
    send: (_: undefined, call) =>
      quarry.spaces.update(
        space.id,
        {
          ranking: { vectorWeight: weight },
          ...(chunking && !isSameChunking(chunking, space.chunking) ? { chunking } : {}),
        },
        call,
      ),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["spaces"] });
      showToast(words.saved(space.name));
      onClose();
    },
  });
  return (
    <Dialog title={words.title} onClose={onClose} isWide>
      <div className="form space-settings">
        <form
          id={formId}
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            if (chunking) saving.mutate(undefined);
          }}
        >
          <ChunkingFields typed={typed} onChange={setTyped} />
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
        </form>
        {/* Outside the form, so that Enter in its search does not save. */}
        <ChunkingPreview space={space} chunking={chunking} />
        <SpaceLimits spaceId={space.id} />
        <FormError {...saving.failure} />
        <FormActions
          submit={text.action.save}
          form={formId}
          isDisabled={saving.isPending}
          onClose={onClose}
        />
      </div>
    </Dialog>
  );
}
