/** A program on a terminal of 24 rows and 100 columns. */
export interface Terminal {
  /** What the program has written so far, with the terminal's control sequences. */
  output(): string;
  /** Types text; `\u0003` is Ctrl+C. */
  type(text: string): void;
  /** The exit code. */
  readonly exited: Promise<number>;
}

/** Starts a program on a pseudo-terminal, which `script` of util-linux provides. */
export function startOnTerminal(
  command: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>> },
): Terminal {
  const quoted = command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  const program = `stty rows 24 columns 100; exec ${quoted}`;
  const child = Bun.spawn(["script", "--quiet", "--flush", "--return", "--command", program, "/dev/null"], {
    cwd,
    env: { ...env, TERM: "xterm", SHELL: "/bin/sh" },
    ...({
      stdin: "pipe",
      stdout: "pipe",
      stderr: "inherit",
      timeout: 60_000,
      killSignal: "SIGKILL",
    } as const),
  });
  let seen = "";
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const piece of child.stdout) seen += decoder.decode(piece, { stream: true });
  })();
  return {
    output: () => seen,
    type(text) {
      child.stdin.write(text);
      child.stdin.flush();
    },
    exited: child.exited.then(async (code) => {
      await reading;
      return code;
    }),
  };
}
