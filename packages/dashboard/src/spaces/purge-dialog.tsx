import type { Space } from "@quarry/sdk";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useMe } from "../api/person.tsx";
import { Dialog } from "../components/dialog.tsx";
import { Field } from "../components/field.tsx";
import { FormError } from "../components/states.tsx";
import { showToast } from "../components/toasts.tsx";
import { text } from "../text/text.ts";
import { spaceCountsQuery } from "./space-queries.ts";

const words = text.spaces;

/** Deletes a space with all that is in it, after its name was typed. */
export function PurgeDialog({ space, onClose }: { space: Space; onClose: () => void }) {
  const { quarry } = useMe();
  const queries = useQueryClient();
  const counts = useQuery(spaceCountsQuery(quarry, space.id));
  const [typed, setTyped] = useState("");
  const purging = useMutation({
    mutationFn: () => quarry.spaces.purge(space.id),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["spaces"] });
      showToast(words.purgeDone(space.name));
      onClose();
    },
  });
  return (
    <Dialog title={words.purgeTitle(space.name)} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed === space.name) purging.mutate();
        }}
      >
        <p>{words.purgeHint(counts.data ? words.documents(counts.data.documents) : text.app.loading)}</p>
        <Field label={words.purgeConfirm(space.name)}>
          {(control) => (
            <input
              {...control}
              value={typed}
              dir="auto"
              autoComplete="off"
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        <FormError error={purging.error} />
        <div className="form-actions">
          <button type="button" className="button" onClick={onClose}>
            {text.action.cancel}
          </button>
          <button
            type="submit"
            className="button dangerous"
            disabled={typed !== space.name || purging.isPending}
          >
            {words.purge}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
