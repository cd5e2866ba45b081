import type { QueryResponse, ResultItem } from "@quarry/schema";
import { oneLine } from "../terminal/output.ts";
import { styled } from "../terminal/style.ts";
import { excerpt } from "./excerpt.ts";

const EXCERPT_CHARS = 400;

/** Formats passages as text: file, place, space, similarity, and the text with the words of the question. */
export function passagesText(results: readonly ResultItem[], isFull: boolean): string {
  const shown = results.map(({ chunk, document, space, similarity, metadata, highlights }, at) => {
    const place = placeOf(metadata).map((part) => styled("cyan", `, ${part}`));
    const source = styled("bold", `${at + 1}. ${oneLine(document.filename)}`) + place.join("");
    const score = similarity === null ? "" : ` ${similarity.toFixed(3)}`;
    const maxChars = isFull ? Number.POSITIVE_INFINITY : EXCERPT_CHARS;
    return `${source} (${oneLine(space.name)})${score}\n   ${excerpt(chunk.content, highlights ?? [], maxChars)}`;
  });
  return shown.join("\n\n");
}

/** Where a passage is in its document, as far as that is known. */
function placeOf(metadata: ResultItem["metadata"]): string[] {
  return ["page", "slide", "sheet"].flatMap((name) => {
    const value = metadata[name];
    return typeof value === "number" || typeof value === "string"
      ? [`${name} ${oneLine(String(value))}`]
      : [];
  });
}

/** A statement that nothing was found, with the server's reason. */
export function withReason(statement: string, noResults: QueryResponse["noResults"] | undefined): string {
  return noResults ? `${statement} ${oneLine(noResults.message)}` : statement;
}

/** Says that a part of the search failed; nothing if it did not. */
export function degradedText(degraded: QueryResponse["degraded"] | undefined): string {
  return degraded ? `\n\nIncomplete search: ${oneLine(degraded.reason)}` : "";
}
