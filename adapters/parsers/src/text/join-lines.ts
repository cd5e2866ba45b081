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
    if (hasCells || next.includes("\t")) return "\n";
    if (end.endsWith("\u00ad") || (/\p{L}[-\u2010]$/u.test(end) && /^\p{Ll}/u.test(next)))
      return "unhyphenated";
    return isUnspaced(end.at(-1)) && isUnspaced(next[0]) ? "" : " ";
  });
}

/** Joins texts that stay on lines of their own. */
export function stackLines(lines: readonly LaidOutText[]): Required<LaidOutText> {
  return join(lines, () => "\n");
}

/** @param separatorOf Returns what stands between a line and the next one, or that the line's hyphen goes. */
function join(
  lines: readonly LaidOutText[],
  separatorOf: (line: string, next: string) => "" | " " | "\n" | "unhyphenated",
): Required<LaidOutText> {
  let text = "";
  const placed: PlacedText[] = [];
  for (const [at, { text: line, places = [] }] of lines.entries()) {
    const next = lines[at + 1]?.text;
    const separator = next === undefined ? "" : separatorOf(line, next);
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
