const NEWLINE = 10;

/** The lines of a file, mapped into memory: a file may be larger than the generator should be. */
export interface BodyLines {
  readonly count: number;
  /** Returns a line's bytes. Line numbers beyond the end start again. */
  at(line: number): Uint8Array;
}

const opened = new Map<string, BodyLines>();

/** Maps a file with one body per line. The same file is mapped once. */
export function openBodyLines(path: string): BodyLines {
  const known = opened.get(path);
  if (known) return known;
  const bytes = Bun.mmap(path);
  const ends: number[] = [];
  for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, end + 1)) ends.push(end);
  const lines: BodyLines = {
    count: ends.length,
    at(line) {
      const number = line % ends.length;
      return bytes.subarray(number === 0 ? 0 : (ends[number - 1] as number) + 1, ends[number]);
    },
  };
  opened.set(path, lines);
  return lines;
}
