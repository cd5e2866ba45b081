import type { QueryResponse } from "@quarry/schema";
import { bold, oneLine } from "../terminal/output.ts";

const EXCERPT_CHARS = 400;

/** Formats passages as text. */
export function passagesText(
  {
    results,
    degraded,
  }: Pick<QueryResponse, "results"> & { degraded?: QueryResponse["degraded"] | undefined },
  isFull: boolean,
): string {
  const shown = results.map(({ chunk, document, space, similarity, metadata }, at) => {
    const page = typeof metadata.page === "number" ? `, page ${metadata.page}` : "";
    const source = `${oneLine(document.filename)}${page}`;
    const score = similarity === null ? "" : ` ${similarity.toFixed(3)}`;
    const content = oneLine(chunk.content, isFull ? undefined : EXCERPT_CHARS);
    return `${bold(`${at + 1}. ${source}`)} (${oneLine(space.name)})${score}\n   ${content}`;
  });
  const notes = degraded ? [`Incomplete search: ${oneLine(degraded.reason)}`] : [];
  return [...(shown.length === 0 ? ["No results."] : shown), ...notes].join("\n\n");
}
