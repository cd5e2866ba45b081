import type { BulkOperation } from "@quarry/sdk";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { errorText } from "../api/errors.ts";
import { useMe } from "../api/person.tsx";
import { Icon } from "../components/icon.tsx";
import { showToast } from "../components/toasts.tsx";
import { text } from "../text/text.ts";
import { isUnfinished, operationsQuery } from "./bulk-queries.ts";

const words = text.bulk;

/**
 * The operations of a space that are unfinished, or were when the page was opened or later. They are shown until they are
 * closed.
 */
export function BulkProgress({ spaceId, started }: { spaceId: string; started: readonly string[] }) {
  const { quarry } = useMe();
  const queries = useQueryClient();
  const operations = useQuery(operationsQuery(quarry, spaceId)).data ?? [];
  const [seen, setSeen] = useState<readonly string[]>([]);
  const [closed, setClosed] = useState<readonly string[]>([]);
  const unfinished = operations.filter(isUnfinished).map(({ id }) => id);
  const key = unfinished.join();
  useEffect(() => {
    if (key === "") return undefined;
    setSeen((before) => [...new Set([...before, ...key.split(",")])]);
    // When one is finished, the list of documents has changed.
    return () => void queries.invalidateQueries({ queryKey: ["documents", spaceId] });
  }, [key, queries, spaceId]);
  const followed = new Set([...started, ...seen, ...unfinished]);
  const shown = operations.filter(({ id }) => followed.has(id) && !closed.includes(id));
  if (shown.length === 0) return null;
  return (
    <section className="panel bulk-progress" aria-label={words.progress}>
      {shown.map((operation) => (
        <Progress
          key={operation.id}
          operation={operation}
          onClose={() => setClosed((before) => [...before, operation.id])}
        />
      ))}
    </section>
  );
}

function Progress({ operation, onClose }: { operation: BulkOperation; onClose: () => void }) {
  const { may, quarry } = useMe();
  const queries = useQueryClient();
  const cancelling = useMutation({
    mutationFn: () => quarry.bulk.cancel(operation),
    onError: (error) => showToast(errorText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ["bulk", operation.spaceId] }),
  });
  const { id, action, total, done, failed, failures } = operation;
  const mayCancel = may(action === "delete" ? "documents:delete" : "documents:write");
  return (
    <div>
      <div className="panel-head">
        <h2>{titleOf(operation)}</h2>
        <p className="faint number" role="status">
          {words.amount(done, total)}
          {failed > 0 && ` · ${words.failed(failed)}`}
        </p>
        <div className="panel-actions">
          {isUnfinished(operation) ? (
            mayCancel && (
              <button
                type="button"
                className="button small"
                disabled={cancelling.isPending}
                onClick={() => cancelling.mutate()}
              >
                {words.cancel}
              </button>
            )
          ) : (
            <button type="button" className="button small" onClick={onClose}>
              {text.action.close}
            </button>
          )}
        </div>
      </div>
      <progress
        className="progress"
        max={Math.max(total, 1)}
        value={total === 0 ? 1 : done + failed}
        aria-label={titleOf(operation)}
      />
      {failures.length > 0 && (
        <ul className="upload-files failed">
          {failures.map(({ id: documentId, filename, message }) => (
            <li key={`${id} ${documentId}`}>
              <Icon name="alert" size={16} />
              <span className="clip" dir="auto">
                {filename ?? documentId}
              </span>
              <span className="upload-problem" dir="auto">
                {message}
              </span>
            </li>
          ))}
          {failed > failures.length && <li>{words.moreFailures(failed - failures.length)}</li>}
        </ul>
      )}
    </div>
  );
}

function titleOf({ state, action }: BulkOperation): string {
  if (state === "waiting") return words.waiting;
  if (state === "cancelled") return words.cancelled;
  return words[state === "completed" ? "done" : "doing"][action];
}
