/** What is used of a run of text as pdf.js gives it. */
export interface TextItem {
  readonly str: string;
  /** From text to page: the last two numbers are the place of its start. */
  readonly transform: readonly number[];
  readonly width: number;
  readonly hasEOL: boolean;
}

/** A line of text as it stands on a page. */
export interface Line {
  readonly text: string;
  /** Height of its letters, in points. */
  readonly size: number;
  /** How far its base is below the top of the page, seen in the direction of the text. */
  readonly base: number;
  /** Direction of the text, in degrees. */
  readonly angle: number;
}

/** Gaps in letter heights: from here on there is a space, and a gap between columns of a table. */
const SPACE = 0.15;
const COLUMN = 1.8;
/** How far a letter may stand above or below its line, in letter heights. */
const OFFSET = 0.5;

interface Run {
  readonly text: string;
  readonly size: number;
  readonly angle: number;
  /** Along the text and across it. */
  readonly start: number;
  readonly end: number;
  readonly base: number;
}

/**
 * Puts a page's runs of text together to lines, in the order in which the page draws them.
 * @param viewport From the page's own coordinates to those of the page as it is seen.
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
      const tolerance = OFFSET * Math.max(run.size, first?.size ?? 0);
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
    // Text that runs from right to left comes with its spaces.
    if (text !== "" && gap > COLUMN) text = `${text.trimEnd()}\t`;
    else if (text !== "" && Math.abs(gap) > SPACE && !/\s$/.test(text)) text += " ";
    text += run.text.replace(/\s+/g, " ");
    end = run.end;
    if (run.text.length > longest) [size, longest] = [run.size, run.text.length];
  }
  return { text: text.trim(), size, base: first.base, angle: first.angle };
}
