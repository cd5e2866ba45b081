import type { Document } from "@quarry/sdk";
import { Icon } from "../components/icon.tsx";
import { text } from "../text/text.ts";
import { useRetry } from "./use-retry.ts";

const words = text.documents;

/** Processes a failed document again. */
export function RetryButton({ document }: { document: Document }) {
  const retrying = useRetry(document);
  return (
    <button
      type="button"
      className="button small"
      aria-label={`${words.retry}: ${document.filename}`}
      disabled={retrying.isPending}
      onClick={() => retrying.mutate()}
    >
      <Icon name="retry" size={16} />
      {words.retry}
    </button>
  );
}
