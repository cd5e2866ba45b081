import { resolve } from "node:path";

/** How a command ended, and what it said. */
export interface CommandResult {
  readonly code: number;
  /** Lines of the standard output without those of progress. */
  readonly lines: readonly string[];
  readonly stderr: string;
}

const REPOSITORY = resolve(import.meta.dir, "../..");
const LIMIT_MS = 60_000;

/** Runs one of the operator's commands with these settings and no others. */
export async function runCommand(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<CommandResult> {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(QUARRY|OPENAI|CHROMA)_|^NODE_ENV$|^DATABASE_URL$/.test(name),
  );
  const child = Bun.spawn([process.execPath, "server/src/command.ts", ...args], {
    cwd: REPOSITORY,
    env: { ...Object.fromEntries(inherited), ...env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    timeout: LIMIT_MS,
    killSignal: "SIGKILL",
  });
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  const lines = stdout.split("\n").filter((line) => line !== "" && !line.startsWith("..."));
  return { code, lines, stderr };
}
