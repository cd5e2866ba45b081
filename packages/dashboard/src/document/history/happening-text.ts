import { duration, list, milliseconds, moment, size } from "../../text/format.ts";
import { text } from "../../text/text.ts";
import type { Happening } from "./history-entries.ts";

const words = text.history;
const SECOND_MS = 1000;

/** What happened, in the reader's language. */
export function happeningText(happening: Happening): string {
  switch (happening.kind) {
    case "uploaded":
    case "replaced":
      return words[happening.kind](size(happening.fileBytes));
    case "processed": {
      const passages = text.documents.passages(happening.passages);
      const { durationMs } = happening;
      return durationMs === undefined
        ? words.processed(passages)
        : words.processedIn(passages, time(durationMs));
    }
    case "recut":
      return words.recut(text.documents.passages(happening.passages));
    case "renamed":
      return words.renamed(happening.before, happening.after);
    case "metadata":
      return words.metadata(list(happening.fields));
    case "expiring":
      return words.expiring(moment(happening.at));
    default:
      return words[happening.kind];
  }
}

function time(ms: number): string {
  return ms < SECOND_MS ? milliseconds(ms) : duration(ms / SECOND_MS);
}
