import type { Document, ProcessingProgress } from "@quarry/sdk";
import { Icon } from "../components/icon.tsx";
import { duration, integer, size } from "../text/format.ts";
import { readingText } from "../text/reading-text.ts";
import { text } from "../text/text.ts";

const words = text.documents;

/** The status of a document in words, with how far its processing is. */
export function DocumentStatus({ document }: { document: Document }) {
  const { status, progress, chunkCount, warnings } = document;
  if (status === "FAILED")
    return (
      <span className="badge failed">
        <Icon name="alert" size={14} />
        {words.status.FAILED}
      </span>
    );
  if (status === "COMPLETED")
    return warnings.length > 0 ? (
      <span className="badge warn" title={warnings.map(readingText).join("\n")}>
        <Icon name="alert" size={14} />
        {words.warnings(warnings.length)}
      </span>
    ) : (
      <span className="faint number">{words.passages(chunkCount)}</span>
    );
  return (
    <span className="badge busy">
      <Icon name="clock" size={14} />
      {progress ? progressText(progress) : words.status[status]}
    </span>
  );
}

function progressText({ stage, unit, done, total, etaSeconds }: ProcessingProgress): string {
  const parts = [words.stage[stage]];
  if (unit !== undefined && done !== undefined && total !== undefined) {
    const amount = unit === "bytes" ? size : integer;
    parts.push(words.amount(amount(done), amount(total), unit === "bytes" ? "" : words.unit[unit]));
  }
  if (etaSeconds !== undefined) parts.push(words.left(duration(etaSeconds)));
  return parts.join(" · ");
}

/** How much of the current stage is done, 0 to 1; undefined when it is not known. */
export function shareOf(progress: ProcessingProgress | null): number | undefined {
  return progress?.done !== undefined && progress.total ? progress.done / progress.total : undefined;
}
