/** The part of a pdf.js text item that is used here. */
export interface TextItem {
  readonly str: string;
  /** Matrix from text space to the page; the last two numbers are the position of the text's start. */
  readonly transform: readonly number[];
  readonly width: number;
  readonly hasEOL: boolean;
}

/** A line of text on a page. */
export interface Line {
  readonly text: string;
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
/** Maximum distance of a letter from its line's baseline, relative to the font size. */
const MAX_BASELINE_OFFSET = 0.5;

interface Run {
  readonly text: string;
  readonly size: number;
  readonly angle: number;
  /** Coordinates along the text. */
  readonly start: number;
  readonly end: number;
  /** Coordinate across the text. */
  readonly base: number;
}

/**
 * Joins a page's text items to lines, in the order in which the page draws them.
 *
 * @param viewport Matrix from the page's own coordinates to the displayed page.
 */
export function textLines(items: readonly TextItem[], viewport: readonly number[]): Line[] {
  const lines: Line[] = [];
  let runs: Run[] = [];
  const flush = () => {
    const line = lineOf(runs);
    if (line) lines.push(line);
    runs = [];
  };
  for (const item of items) {
    if (item.str.trim() !== "") {
      const run = runOf(item, viewport);
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

function runOf({ str, transform, width }: TextItem, viewport: readonly number[]): Run {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = transform;
  const [va = 1, vb = 0, vc = 0, vd = 1, ve = 0, vf = 0] = viewport;
  const [x, y] = [va * e + vc * f + ve, vb * e + vd * f + vf];
  const [dx, dy] = [va * a + vc * b, vb * a + vd * b];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const start = x * ux + y * uy;
  return {
    text: str,
    size: Math.hypot(c, d),
    angle: Math.round((Math.atan2(uy, ux) * 180) / Math.PI),
    start,
    end: start + width,
    base: y * ux - x * uy,
  };
}

function lineOf(runs: readonly Run[]): Line | undefined {
  const [first] = runs;
  if (!first) return undefined;
  let text = "";
  let end = first.start;
  let [size, longest] = [first.size, 0];
  for (const run of runs) {
    const gap = (run.start - end) / run.size;
    // Right-to-left text contains its own spaces.
    if (text !== "" && gap > COLUMN_GAP) text = `${text.trimEnd()}\t`;
    else if (text !== "" && Math.abs(gap) > SPACE_GAP && !/\s$/.test(text)) text += " ";
    text += run.text.replace(/\s+/g, " ");
    end = run.end;
    if (run.text.length > longest) [size, longest] = [run.size, run.text.length];
  }
  return { text: text.trim(), size, base: first.base, angle: first.angle };
}
