/** A subtitle: when it appears, when it ends, and its lines. */
export interface Cue {
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly lines: readonly string[];
}

/** `00:01:02,500 --> 00:01:05,000`; WebVTT has a point and may leave out the hours. */
const TIMES =
  /^\s*(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[,.](\d{1,3})\s*-->\s*(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[,.](\d{1,3})/;

/** Reads the cues of SubRip and WebVTT files. Styles, notes and numbers are skipped. */
export function readCues(text: string): Cue[] {
  const cues: { startSeconds: number; endSeconds: number; lines: string[] }[] = [];
  let open = false;
  for (const line of text.split(/\r?\n/)) {
    const [, ...parts] = TIMES.exec(line) ?? [];
    if (parts.length > 0) {
      cues.push({
        startSeconds: secondsOf(parts.slice(0, 4)),
        endSeconds: secondsOf(parts.slice(4)),
        lines: [],
      });
      open = true;
    } else if (line.trim() === "") open = false;
    else if (open) {
      const plain = plainLine(line);
      if (plain !== "") cues.at(-1)?.lines.push(plain);
    }
  }
  return cues;
}

function secondsOf([hours, minutes, seconds, fraction = "0"]: readonly (string | undefined)[]): number {
  return (
    Number(hours ?? 0) * 3600 +
    Number(minutes ?? 0) * 60 +
    Number(seconds ?? 0) +
    Number(fraction.padEnd(3, "0")) / 1000
  );
}

/** A line without markup. `<v Ada>` names the speaker. */
function plainLine(line: string): string {
  return line
    .replace(/<v(?:\.[^\s>]{1,100})?\s+([^>]{1,100})>/g, "$1: ")
    .replace(/<[^<>]{1,100}>|\{\\[^{}]{1,100}\}/g, "")
    .replaceAll("&amp;", "&")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&nbsp;", " ")
    .trim();
}
