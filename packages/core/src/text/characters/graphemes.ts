import { isAscii } from "./folding.ts";

/** A piece of a text, in UTF-16 code units. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

let segmenter: Intl.Segmenter | undefined;

/** What a reader sees as the single characters of a text. */
export function graphemesOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter("und", { granularity: "grapheme" });
  return segmenter.segment(text);
}

/**
 * Widens spans until none cuts through a character as a reader sees it, and makes one of those that touch then.
 * @param spans In any order. @returns Sorted and disjoint.
 */
export function wholeCharacters(text: string, spans: readonly TextSpan[]): TextSpan[] {
  const graphemes = isAscii(text) ? undefined : graphemesOf(text);
  const merged: { start: number; end: number }[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start || a.end - b.end)) {
    const first = graphemes?.containing(span.start);
    const last = graphemes?.containing(span.end - 1);
    const start = first?.index ?? span.start;
    const end = last ? last.index + last.segment.length : span.end;
    const before = merged.at(-1);
    if (before && start <= before.end) before.end = Math.max(before.end, end);
    else merged.push({ start, end });
  }
  return merged;
}
