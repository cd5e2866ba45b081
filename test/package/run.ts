const LIMIT_MS = 120_000;

/** A program's output and exit code. */
export interface Outcome {
  readonly code: number;
  readonly output: string;
}

/** Runs a program and returns its output. */
export async function run(
  command: readonly string[],
  options: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): Promise<Outcome> {
  const child = Bun.spawn([...command], {
    cwd: options.cwd,
    env: { ...process.env, NO_COLOR: "1", ...options.env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    timeout: LIMIT_MS,
  });
  const texts = await Promise.all([child.stdout, child.stderr].map((pipe) => new Response(pipe).text()));
  return { code: await child.exited, output: texts.join("").trim() };
}

/** Runs a program and returns its output. @throws Error if its exit code is not 0. */
export async function runWell(...[command, options]: Parameters<typeof run>): Promise<string> {
  const { code, output } = await run(command, options);
  if (code !== 0) throw new Error(`${command.join(" ")} ended with ${code}:\n${output}`);
  return output;
}
