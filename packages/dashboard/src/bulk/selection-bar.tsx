import type { BulkOperation, DocumentFilter } from "@quarry/sdk";
import { useId, useState } from "react";
import { errorText } from "../api/errors.ts";
import { useMe } from "../api/person.tsx";
import { ConfirmDialog } from "../components/confirm-dialog.tsx";
import { Icon } from "../components/icon.tsx";
import { showToast } from "../components/toasts.tsx";
import { text } from "../text/text.ts";
import { useBulk } from "./bulk-queries.ts";
import type { Selecting } from "./select-document.tsx";
import { chosenBy, NOTHING, sizeOf } from "./selection.ts";
import { SetMetadataDialog } from "./set-metadata-dialog.tsx";

const words = text.bulk;

/** What can be done with the selected documents. */
export function SelectionBar(props: {
  spaceId: string;
  selecting: Selecting;
  where: DocumentFilter;
  total: number;
  onStarted: (operation: BulkOperation) => void;
}) {
  const { spaceId, selecting, where, total, onStarted } = props;
  const { selection, onChange } = selecting;
  const { may } = useMe();
  const reasonId = useId();
  const [asking, setAsking] = useState<"delete" | "setMetadata">();
  const doing = useBulk(spaceId, (operation) => {
    setAsking(undefined);
    onChange(NOTHING);
    onStarted(operation);
  });
  const size = sizeOf(selection, total);
  if (size === 0) return null;
  const chosen = chosenBy(selection, where, total);
  const roleNeeded = may("documents:delete") ? undefined : text.problem.roleNeeded;
  return (
    <section className="panel selection-bar" aria-label={words.selection}>
      <p className="number" role="status">
        {selection === "all" ? words.allSelected(total) : words.selected(size)}
      </p>
      <div className="panel-actions">
        <button
          type="button"
          className="button small"
          disabled={doing.isPending}
          onClick={() =>
            doing.mutate(
              { ...chosen, action: "reprocess" },
              { onError: (error) => showToast(errorText(error)) },
            )
          }
        >
          <Icon name="retry" size={16} />
          {words.reprocess}
        </button>
        <button type="button" className="button small" onClick={() => setAsking("setMetadata")}>
          <Icon name="file-text" size={16} />
          {words.setMetadata}
        </button>
        <button
          type="button"
          className="button small dangerous"
          aria-disabled={roleNeeded !== undefined}
          aria-describedby={roleNeeded && reasonId}
          onClick={() => roleNeeded === undefined && setAsking("delete")}
        >
          <Icon name="trash" size={16} />
          {words.delete}
        </button>
        <button
          type="button"
          className="button small quiet square"
          aria-label={words.clear}
          onClick={() => onChange(NOTHING)}
        >
          <Icon name="close" size={16} />
        </button>
      </div>
      {roleNeeded && (
        <p id={reasonId} className="faint selection-reason">
          {words.delete}: {roleNeeded}
        </p>
      )}
      {asking === "delete" && (
        <ConfirmDialog
          title={words.deleteTitle(size)}
          hint={words.deleteHint}
          action={words.delete}
          onClose={() => setAsking(undefined)}
          onConfirm={() => doing.mutateAsync({ ...chosen, action: "delete" })}
        />
      )}
      {asking === "setMetadata" && (
        <SetMetadataDialog
          size={size}
          onClose={() => setAsking(undefined)}
          onSet={(metadata, call) => doing.mutateAsync({ ...chosen, action: "setMetadata", metadata, call })}
        />
      )}
    </section>
  );
}
