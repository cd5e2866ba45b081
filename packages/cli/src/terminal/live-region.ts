/** Lines at the end of the terminal that are drawn again and again, while other messages appear above them. */
export interface LiveRegion {
  /** Prints a message above the lines. */
  print(text: string): void;
  /** Removes the lines. */
  end(): void;
}

const REDRAW_MS = 150;
const FALLBACK_COLUMNS = 80;

/** True if stderr is a terminal that can draw lines again. */
export function canDraw(): boolean {
  return process.stderr.isTTY && process.env.TERM !== "dumb";
}

/** Draws the lines on stderr until `end`. Lines that are too long for the terminal are cut. */
export function startLiveRegion(lines: (rows: number) => readonly string[]): LiveRegion {
  const { stderr } = process;
  let drawn = 0;
  const erase = (): string => (drawn === 0 ? "" : `\u001b[${drawn}A\u001b[J`);
  const draw = (above = ""): void => {
    const columns = (stderr.columns || FALLBACK_COLUMNS) - 1;
    const shown = lines(Math.max(1, (stderr.rows || 24) - 2)).map((line) => line.slice(0, columns));
    stderr.write(`${erase()}${above}${shown.map((line) => `${line}\n`).join("")}`);
    drawn = shown.length;
  };
  const timer = setInterval(draw, REDRAW_MS);
  timer.unref();
  draw();
  return {
    print: (text) => draw(`${text}\n`),
    end() {
      clearInterval(timer);
      stderr.write(erase());
      drawn = 0;
    },
  };
}
