import type { QueryResponse } from "@quarry/schema";
import { bold, oneLine } from "./printing.ts";

const SHOWN_CHARS = 400;

/** Passages for a person to read. */
export function passagesText(
  {
    results,
    degraded,
  }: Pick<QueryResponse, "results"> & { degraded?: QueryResponse["degraded"] | undefined },
  isFull: boolean,
): string {
  const shown = results.map(({ chunk, document, space, similarity, metadata }, at) => {
    const page = typeof metadata.page === "number" ? `, page ${metadata.page}` : "";
    const place = `${oneLine(document.filename)}${page}`;
    const score = similarity === null ? "" : ` ${similarity.toFixed(3)}`;
    const content = oneLine(chunk.content, isFull ? undefined : SHOWN_CHARS);
    return `${bold(`${at + 1}. ${place}`)} (${oneLine(space.name)})${score}\n   ${content}`;
  });
  const remarks = degraded ? [`Answered without a part: ${oneLine(degraded.reason)}`] : [];
  return [...(shown.length === 0 ? ["Nothing was found."] : shown), ...remarks].join("\n\n");
}
