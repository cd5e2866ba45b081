import type { PlacedText } from "@quarry/core";
import { inReadingOrder } from "./reading-order.ts";
import { type TextItem, type TextRun, type TextStyle, textRun } from "./text-runs.ts";

/** A line of text on a page. */
export interface Line {
  readonly text: string;
  /** The places of its parts on the page, as offsets into `text`. */
  readonly places: readonly PlacedText[];
  /** Font size, in points. */
  readonly size: number;
  /** Distance of the baseline from the top of the page, in points, seen in the direction of the text. */
  readonly base: number;
  /** Direction of the text, in degrees. */
  readonly angle: number;
}

/** Minimum gap between two words, relative to the font size. */
const SPACE_GAP = 0.15;
/** Minimum gap between two table columns, relative to the font size. */
const COLUMN_GAP = 1.8;
/** Punctuation as it is drawn in vertical lines. */
const VERTICAL_FORMS = /[\ufe10-\ufe19\ufe30-\ufe44\ufe47\ufe48]/g;
/** Maximum distance of a letter from its line's baseline, relative to the font size. */
const MAX_BASELINE_OFFSET = 0.5;

/**
 * Joins a page's text items to lines, in the order in which the page draws them.
 *
 * @param styles The fonts of the items, by name.
 * @param viewport Matrix from the page's own coordinates to the displayed page.
 */
export function textLines(
  items: readonly TextItem[],
  styles: Readonly<Record<string, TextStyle>>,
  viewport: readonly number[],
): Line[] {
  const lines: Line[] = [];
  let runs: TextRun[] = [];
  const flush = () => {
    const line = lineOf(runs);
    if (line) lines.push(line);
    runs = [];
  };
  for (const item of items) {
    if (item.str.trim() !== "") {
      const run = textRun(item, styles[item.fontName], viewport);
      const first = runs[0];
      const tolerance = MAX_BASELINE_OFFSET * Math.max(run.size, first?.size ?? 0);
      if (first && (run.angle !== first.angle || Math.abs(run.base - first.base) > tolerance)) flush();
      runs.push(run);
    }
    if (item.hasEOL) flush();
  }
  flush();
  return lines;
}

function lineOf(drawn: readonly TextRun[]): Line | undefined {
  const runs = inReadingOrder(drawn);
  const [first] = runs;
  if (!first) return undefined;
  let text = "";
  const places: PlacedText[] = [];
  let previous = first;
  let [size, longest] = [first.size, 0];
  for (const run of runs) {
    const gap = gapBetween(previous, run) / run.size;
    const shown = run.text.replace(/\s+/g, " ").replace(VERTICAL_FORMS, (form) => form.normalize("NFKC"));
    const word = shown.trim();
    if (text !== "" && gap > COLUMN_GAP) text = `${text.trimEnd()}\t`;
    else if (text !== "" && !/\s$/.test(text) && (Math.abs(gap) > SPACE_GAP || shown.startsWith(" ")))
      text += " ";
    const { rectangle, direction } = run;
    places.push({ start: text.length, end: text.length + word.length, rectangle, direction });
    text += shown.endsWith(" ") ? `${word} ` : word;
    previous = run;
    if (run.text.length > longest) [size, longest] = [run.size, run.text.length];
  }
  return { text: text.trimEnd(), places, size, base: first.base, angle: first.angle };
}

/** Distance of a run from the one before it, which may be on either side; negative if it goes back over it. */
function gapBetween(previous: TextRun, run: TextRun): number {
  return run.start < previous.start && run.end <= previous.start
    ? previous.start - run.end
    : run.start - previous.end;
}
