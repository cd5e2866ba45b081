const BAR_CHARS = 30;

/** Shows how far an upload is: a bar on a terminal, else a line at each tenth. It goes to the standard error. */
export interface Progress {
  step(files: number): void;
  /** Leaves the line to what comes next. */
  end(): void;
}

/** Progress towards `total` files. */
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
    const filled = Math.floor((done / total) * BAR_CHARS);
    stderr.write(`\r[${"#".repeat(filled).padEnd(BAR_CHARS, ".")}] ${done} of ${total} files`);
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
