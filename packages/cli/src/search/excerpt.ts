import type { Highlight } from "@quarry/schema";
import { oneLine } from "../terminal/output.ts";
import { styled } from "../terminal/style.ts";

/** How much of the text before the first highlighted word is shown. */
const LEAD_CHARS = 60;

interface Part {
  readonly text: string;
  readonly isHighlighted: boolean;
}

/**
 * A passage on one line, with the highlighted words in color on a terminal. Of a longer passage it shows the part with the
 * most of these words.
 */
export function excerpt(content: string, highlights: readonly Highlight[], maxChars: number): string {
  const parts = partsOf(content, highlights);
  const length = parts.reduce((sum, { text }) => sum + text.length, 0);
  const start = length <= maxChars ? 0 : bestStart(parts, length, maxChars);
  const shown: string[] = start > 0 ? ["…"] : [];
  let at = 0;
  for (const { text, isHighlighted } of parts) {
    const slice = text.slice(Math.max(0, start - at), Math.max(0, start + maxChars - at)).toWellFormed();
    if (slice !== "") shown.push(isHighlighted ? styled("yellow", slice) : slice);
    at += text.length;
  }
  return `${shown.join("").trim()}${start + maxChars < length ? "…" : ""}`;
}

/** The content as it is shown on one line, cut at the highlighted words. */
function partsOf(content: string, highlights: readonly Highlight[]): Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (const { start, end } of highlights) {
    parts.push({ text: flat(content.slice(at, start)), isHighlighted: false });
    parts.push({ text: flat(content.slice(start, end)), isHighlighted: true });
    at = end;
  }
  parts.push({ text: flat(content.slice(at)), isHighlighted: false });
  return parts;
}

/** {@link oneLine}, but keeps a space at both ends. */
function flat(text: string): string {
  return oneLine(`|${text}|`).slice(1, -1);
}

/** The start from which the most highlighted words are shown; of equal ones the first. */
function bestStart(parts: readonly Part[], length: number, maxChars: number): number {
  const words: { start: number; end: number }[] = [];
  let at = 0;
  for (const { text, isHighlighted } of parts) {
    if (isHighlighted) words.push({ start: at, end: at + text.length });
    at += text.length;
  }
  let best = { start: 0, count: 0 };
  for (const { start: wordStart } of words) {
    const start = Math.max(0, Math.min(wordStart - LEAD_CHARS, length - maxChars));
    const count = words.filter((word) => word.start >= start && word.end <= start + maxChars).length;
    if (count > best.count) best = { start, count };
  }
  return best.start;
}
