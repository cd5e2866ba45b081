import { isAscii } from "./folding.ts";

/** A range of a text, in UTF-16 code units; `end` is exclusive. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

let segmenter: Intl.Segmenter | undefined;

/** Segments a text into grapheme clusters (user-perceived characters). */
export function graphemesOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter("und", { granularity: "grapheme" });
  return segmenter.segment(text);
}

/**
 * Widens spans to grapheme boundaries and merges adjacent ones.
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
