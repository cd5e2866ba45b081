import { resolve } from "node:path";
import { builtCommand } from "./built-command.ts";

const SOURCE = resolve(import.meta.dir, "../../packages/cli/src/command.ts");
const LIMIT_MS = 60_000;

/** Options for running `quarry`. Only these settings are in the environment. */
export interface QuarryCommandOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Standard input; closed by default. */
  readonly input?: string;
  /** Runs the sources with Bun, as in a checkout. Default: the built command with Node, as it is published. */
  readonly withBun?: boolean;
}

/** Exit code and output. */
export interface QuarryCommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The environment without settings of Quarry, and with the given ones. */
export function commandEnvironment(
  env: Readonly<Record<string, string>>,
): Record<string, string | undefined> {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(QUARRY|XDG)_/.test(name));
  return { ...Object.fromEntries(inherited), ...env };
}

/** Starts the `quarry` command. */
export async function spawnQuarry(
  args: readonly string[],
  { env = {}, cwd, input, withBun = false }: QuarryCommandOptions,
) {
  const program = withBun ? [process.execPath, SOURCE] : ["node", await builtCommand()];
  return Bun.spawn([...program, ...args], {
    cwd: cwd ?? import.meta.dir,
    env: commandEnvironment(env),
    stdin: input === undefined ? "ignore" : new Blob([input]),
    ...({ stdout: "pipe", stderr: "pipe", timeout: LIMIT_MS, killSignal: "SIGKILL" } as const),
  });
}

/** Runs the `quarry` command until it exits. */
export async function runQuarry(
  args: readonly string[],
  options: QuarryCommandOptions = {},
): Promise<QuarryCommandResult> {
  const child = await spawnQuarry(args, options);
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code, stdout, stderr };
}
