import { resolve } from "node:path";

const ENTRY = resolve(import.meta.dir, "../../packages/cli/src/command.ts");
const LIMIT_MS = 60_000;

/** Options for running `quarry`. Only these settings are in the environment. */
export interface QuarryCommandOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Standard input; closed by default. */
  readonly input?: string;
}

/** Exit code and output. */
export interface QuarryCommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts the `quarry` command. */
export function spawnQuarry(args: readonly string[], { env = {}, cwd, input }: QuarryCommandOptions) {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(QUARRY|XDG)_/.test(name));
  return Bun.spawn([process.execPath, ENTRY, ...args], {
    cwd: cwd ?? import.meta.dir,
    env: { ...Object.fromEntries(inherited), ...env },
    stdin: input === undefined ? "ignore" : new Blob([input]),
    ...({ stdout: "pipe", stderr: "pipe", timeout: LIMIT_MS, killSignal: "SIGKILL" } as const),
  });
}

/** Runs the `quarry` command until it exits. */
export async function runQuarry(
  args: readonly string[],
  options: QuarryCommandOptions = {},
): Promise<QuarryCommandResult> {
  const child = spawnQuarry(args, options);
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code, stdout, stderr };
}
