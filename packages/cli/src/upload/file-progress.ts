const BAR_WIDTH = 30;

/** Progress of an upload on stderr: a bar on a terminal, otherwise a line every 10 %. */
export interface Progress {
  step(files: number): void;
  /** Clears the progress bar. */
  end(): void;
}

/** Starts the progress display for `total` files. */
export function startProgress(total: number, isQuiet: boolean): Progress {
  const { stderr } = process;
  let done = 0;
  if (isQuiet || total === 0) return { step: () => {}, end: () => {} };
  if (!stderr.isTTY || process.env.TERM === "dumb")
    return {
      step(files) {
        const tenthsBefore = Math.floor((done / total) * 10);
        done += files;
        if (Math.floor((done / total) * 10) > tenthsBefore) stderr.write(`... ${done} of ${total} files\n`);
      },
      end: () => {},
    };
  const draw = (): void => {
    const filled = Math.floor((done / total) * BAR_WIDTH);
    stderr.write(`\r[${"#".repeat(filled).padEnd(BAR_WIDTH, ".")}] ${done} of ${total} files`);
  };
  draw();
  return {
    step(files) {
      done += files;
      draw();
    },
    end: () => void stderr.write("\r\u001b[K"),
  };
}
