import { resolve } from "node:path";

/** Exit code and output of a command. */
export interface CommandResult {
  readonly code: number;
  /** Lines of standard output without progress lines. */
  readonly lines: readonly string[];
  readonly stderr: string;
}

const REPOSITORY = resolve(import.meta.dir, "../..");
const LIMIT_MS = 60_000;

/** Runs an operator command with exactly these settings. It is killed after a minute, or `limitMs`. */
export async function runCommand(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  limitMs = LIMIT_MS,
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
    timeout: limitMs,
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
