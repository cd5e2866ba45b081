import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { QuarryError } from "@quarry/core";
import { programPath } from "./binaries.ts";
import type { Cluster } from "./cluster.ts";

/** Number of output lines that an error message shows. */
const MAX_OUTPUT_LINES = 20;

/** A PostgreSQL program that was started. */
export interface RunningProgram {
  readonly child: ChildProcess;
  /** Resolves to the exit code when the program has ended: null after a signal, -1 if it could not be started. */
  readonly exited: Promise<number | null>;
  /** The last lines of its output. */
  output(): string;
}

/**
 * Starts a program in the cluster's data directory as the cluster's user. It gets a separate session, so that a signal
 * from the terminal, e.g. Ctrl+C, does not end it before Quarry.
 */
export function spawnProgram(cluster: Cluster, name: string, args: readonly string[]): RunningProgram {
  const { data, user, binaries } = cluster;
  const child = spawn(programPath(binaries.folder, name), args, {
    ...(user ?? {}),
    cwd: data,
    env: environment(cluster),
    stdio: ["ignore", "pipe", "pipe"],
    detached: process.platform !== "win32",
    windowsHide: true,
  });
  let lines: string[] = [];
  const append = (chunk: unknown) => {
    lines = [...lines, ...String(chunk).split("\n").filter(Boolean)].slice(-MAX_OUTPUT_LINES);
  };
  child.stdout?.on("data", append);
  child.stderr?.on("data", append);
  const exited = new Promise<number | null>((resolve) => {
    child.once("error", (error) => {
      append(error.message);
      resolve(-1);
    });
    child.once("exit", (code) => resolve(code));
  });
  return { child, exited, output: () => lines.join("\n") };
}

/**
 * The path by which programs open the data directory. On Linux that is their working directory, because their user may
 * not have access to the parent folders.
 */
export function dataDirectoryOf({ data }: Cluster): string {
  return process.platform === "linux" ? "/proc/self/cwd" : data;
}

/**
 * Creates the error for a program that failed.
 * @param what Completes the sentence "The embedded PostgreSQL ...".
 */
export function failureOf(what: string, program: RunningProgram): QuarryError {
  return new QuarryError(
    "invalid_request",
    `The embedded PostgreSQL ${what}. ${remedyFor(program.output())} Its output:\n${program.output()}`,
  );
}

/** PostgreSQL ends with such lines when it cannot read its own files. */
const DAMAGE =
  /(PANIC|FATAL):.*(could not (read|open|locate|access)|invalid|incorrect|corrupt|checksum|contains references to)/;

function remedyFor(output: string): string {
  return DAMAGE.test(output)
    ? "If its files are damaged, restore the last backup into a new data folder (quarry restore), then check the disk."
    : "If it cannot run on this system, set DATABASE_URL to a PostgreSQL server.";
}

const PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** Passes on none of this process's variables, e.g. PGDATA. Windows programs need them, so there it passes on all. */
function environment(cluster: Cluster): Record<string, string> | undefined {
  switch (process.platform) {
    case "win32":
      return undefined;
    case "darwin":
      return { PATH, LC_ALL: "C", TZ: "UTC", DYLD_LIBRARY_PATH: join(cluster.folder, "lib") };
    default:
      return { PATH, LC_ALL: "C", TZ: "UTC", LD_LIBRARY_PATH: `${dataDirectoryOf(cluster)}/../lib` };
  }
}
