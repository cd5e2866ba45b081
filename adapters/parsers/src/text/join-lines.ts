import type { PlacedText } from "@quarry/core";

/** A text with the places of its parts on a page, as offsets into `text`. */
export interface LaidOutText {
  readonly text: string;
  readonly places?: readonly PlacedText[];
}

/** Joins lines to running text: rejoins words hyphenated at a line's end and keeps table rows on lines of their own. */
export function joinLines(lines: readonly LaidOutText[]): Required<LaidOutText> {
  let hasCells = false;
  return join(lines, (end, next) => {
    hasCells ||= end.includes("\t");
    return hasCells || next.includes("\t") ? "\n" : separatorOf(end, next);
  });
}

/** Returns what stands between two lines of running text; `unhyphenated` if the hyphen at the end of the first one goes. */
export function separatorOf(line: string, next: string): "" | " " | "unhyphenated" {
  if (line.endsWith("\u00ad") || (/\p{L}[-\u2010]$/u.test(line) && /^\p{Ll}/u.test(next)))
    return "unhyphenated";
  return isUnspaced(line.at(-1)) && isUnspaced(next[0]) ? "" : " ";
}

/** True if a text that starts elsewhere, such as on the next page, goes on with the sentence of this line. */
export function isContinued(line: string, next: string): boolean {
  if (line.includes("\t") || next.includes("\t")) return false;
  if (isUnspaced(line.at(-1)) && isUnspaced(next[0])) return !/[\u3002\uff01\uff1f\u300d]$/.test(line);
  return /[\p{L}\p{N},;\u00ad\u2010-]$/u.test(line) && /^\p{Ll}/u.test(next);
}

/** Joins texts that stay on lines of their own. */
export function stackLines(lines: readonly LaidOutText[]): Required<LaidOutText> {
  return join(lines, () => "\n");
}

/** @param between Returns what stands between a line and the next one, or that the line's hyphen goes. */
function join(
  lines: readonly LaidOutText[],
  between: (line: string, next: string) => "" | " " | "\n" | "unhyphenated",
): Required<LaidOutText> {
  let text = "";
  const placed: PlacedText[] = [];
  for (const [at, { text: line, places = [] }] of lines.entries()) {
    const next = lines[at + 1]?.text;
    const separator = next === undefined ? "" : between(line, next);
    const kept = separator === "unhyphenated" ? line.slice(0, -1) : line;
    for (const place of places)
      placed.push({
        ...place,
        start: place.start + text.length,
        end: Math.min(place.end, kept.length) + text.length,
      });
    text += separator === "unhyphenated" ? kept : kept + separator;
  }
  return { text, places: placed };
}

/** True for scripts that write no spaces between words. */
export function isUnspaced(char = ""): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u.test(char);
}
