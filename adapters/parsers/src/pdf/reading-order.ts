import type { TextRun } from "./text-runs.ts";

/**
 * Returns the runs of a line in the order in which people read them. Programs draw text from right to left word by word
 * in either order, so lines with such text are sorted by place.
 */
export function inReadingOrder(runs: readonly TextRun[]): readonly TextRun[] {
  if (!runs.some(isRightToLeft)) return runs;
  const letters = (ofRuns: readonly TextRun[]) =>
    ofRuns.reduce((sum, { text }) => sum + text.trim().length, 0);
  const isLineRightToLeft = letters(runs.filter(isRightToLeft)) * 2 >= letters(runs);
  const sorted = [...runs].sort((a, b) => (isLineRightToLeft ? b.start - a.start : a.start - b.start));
  // Quotations and numbers of the other direction keep their own order.
  return groupsOf(sorted, isLineRightToLeft).flatMap(({ isOther, runs: group }) =>
    isOther ? group.reverse() : group,
  );
}

interface Group {
  readonly isOther: boolean;
  readonly runs: TextRun[];
}

function groupsOf(runs: readonly TextRun[], isLineRightToLeft: boolean): Group[] {
  const groups: Group[] = [];
  for (const run of runs) {
    // Punctuation has the direction of its line.
    const isOther = /[\p{L}\p{N}]/u.test(run.text) && isRightToLeft(run) !== isLineRightToLeft;
    const last = groups.at(-1);
    if (last?.isOther === isOther) last.runs.push(run);
    else groups.push({ isOther, runs: [run] });
  }
  return groups;
}

/** True for text of a script that is written from right to left, in upright or in rotated lines. */
function isRightToLeft({ text }: TextRun): boolean {
  return /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(text);
}
