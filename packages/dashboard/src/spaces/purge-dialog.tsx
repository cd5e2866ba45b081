import type { Space } from "@quarry/sdk";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMe } from "../api/person.tsx";
import { ConfirmDialog } from "../components/confirm-dialog.tsx";
import { showToast } from "../components/toasts.tsx";
import { text } from "../text/text.ts";
import { spaceFactsQuery } from "./space-queries.ts";

const words = text.spaces;

/** Deletes a space with all that is in it, after its name was typed. */
export function PurgeDialog({ space, onClose }: { space: Space; onClose: () => void }) {
  const { quarry } = useMe();
  const queries = useQueryClient();
  const facts = useQuery(spaceFactsQuery(quarry, space.id));
  return (
    <ConfirmDialog
      title={words.purgeTitle(space.name)}
      hint={words.purgeHint(
        facts.data ? words.documents(facts.data.limits.documents.count) : text.app.loading,
      )}
      action={words.purge}
      typing={{
        label: words.purgeConfirm(space.name),
        dir: "auto",
        isRight: (typed) => typed === space.name,
      }}
      onConfirm={async () => {
        await quarry.spaces.purge(space.id);
        await queries.invalidateQueries({ queryKey: ["spaces"] });
        showToast(words.purgeDone(space.name));
      }}
      onClose={onClose}
    />
  );
}
