import { QuarryError, type Rectangle } from "@quarry/core";
import { chunkDocument, rectanglesOf } from "@quarry/core/internal";
import { createParserRegistry } from "@quarry/parsers";
import { countLetters, linesOfWords, WordSequence } from "./expected-rectangles.ts";
import { pagesOfWords } from "./page-words.ts";
import { sharedArea } from "./shared-area.ts";

/** How well the rectangles of a PDF's passages agree with the rectangles of their words. */
export interface ComparedPdf {
  readonly path: string;
  readonly pages: number;
  readonly passages: number;
  readonly lines: number;
  /** Mean IoU of the area of a passage on a page with the area of its words' lines. */
  readonly region: number;
  /** Mean IoU of a line of words with the best rectangle of its passage. */
  readonly line: number;
  /** Share of the passages' letters that were found among the words. */
  readonly found: number;
}

/** Compares a PDF's rectangles; undefined if one of the programs cannot read it, or it has no text of its own. */
export async function compareRectangles(path: string): Promise<ComparedPdf | undefined> {
  const words = await pagesOfWords(path);
  const parsed = await createParserRegistry()
    .parse({ bytes: await Bun.file(path).bytes(), filename: "file.pdf" })
    .catch((error: unknown) => {
      if (!QuarryError.isInstance(error)) throw error;
      return undefined;
    });
  if (!words || !parsed?.layout) return undefined;
  const { layout, text } = parsed;
  const regions: number[] = [];
  const lines: number[] = [];
  let [letters, foundLetters] = [0, 0];
  const passages = chunkDocument(parsed);
  for (const page of layout) {
    const sequence = new WordSequence(words[page.page - 1]?.words ?? []);
    const from = page.texts[0]?.start ?? 0;
    const to = page.texts.at(-1)?.end ?? 0;
    for (const passage of passages) {
      const [start, end] = [Math.max(from, passage.start), Math.min(to, passage.end)];
      if (start >= end) continue;
      const rectangles = rectanglesOf([page], { start, end })[0]?.lines ?? [];
      const part = text.slice(start, end);
      const { words: own, foundChars } = sequence.find(part, rectangles);
      letters += countLetters(part);
      foundLetters += foundChars;
      const expected = linesOfWords(own);
      if (expected.length === 0) continue;
      regions.push(sharedArea(rectangles, expected));
      for (const line of expected) lines.push(bestOverlap(line, rectangles));
    }
  }
  if (regions.length === 0) return undefined;
  return {
    ...{ path, pages: words.length, passages: passages.length, lines: lines.length },
    ...{ region: mean(regions), line: mean(lines), found: foundLetters / letters },
  };
}

function bestOverlap(line: Rectangle, rectangles: readonly Rectangle[]): number {
  return Math.max(0, ...rectangles.map((rectangle) => sharedArea([line], [rectangle])));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
