import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { QuarryError } from "@quarry/core";
import { program } from "./binaries.ts";
import type { Cluster } from "./cluster.ts";

/** How many lines of a program's output are kept for the message of its failure. */
const KEPT_LINES = 20;

/** A program of PostgreSQL that was started. */
export interface RunningProgram {
  readonly child: ChildProcess;
  /** Resolves when it has ended, with the exit code; null after a signal. */
  readonly exited: Promise<number | null>;
  /** The last lines that it printed. */
  output(): string;
}

/**
 * Starts a program in the cluster's data directory, as the cluster's user and in a session of its own: a signal from
 * the terminal, e.g. Ctrl+C, must not reach it before Quarry has finished.
 */
export function spawnProgram(cluster: Cluster, name: string, args: readonly string[]): RunningProgram {
  const { data, user, binaries } = cluster;
  const child = spawn(program(binaries.folder, name), args, {
    ...(user ?? {}),
    cwd: data,
    env: environment(cluster),
    stdio: ["ignore", "pipe", "pipe"],
    detached: process.platform !== "win32",
    windowsHide: true,
  });
  let lines: string[] = [];
  const keep = (chunk: unknown) => {
    lines = [...lines, ...String(chunk).split("\n").filter(Boolean)].slice(-KEPT_LINES);
  };
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  const exited = new Promise<number | null>((resolve) => {
    child.once("error", (error) => {
      keep(error.message);
      resolve(-1);
    });
    child.once("exit", (code) => resolve(code));
  });
  return { child, exited, output: () => lines.join("\n") };
}

/**
 * The data directory as the programs find it. On Linux they find it through their own working directory: the folders
 * above it may be closed to the user that they run as.
 */
export function dataDirectoryOf({ data }: Cluster): string {
  return process.platform === "linux" ? "/proc/self/cwd" : data;
}

/** The error of a program that failed, with what to do. */
export function failureOf(what: string, program: RunningProgram): QuarryError {
  return new QuarryError(
    "invalid_request",
    `The embedded PostgreSQL ${what}. Set DATABASE_URL to a PostgreSQL server if it cannot run on this system. It printed:\n${program.output()}`,
  );
}

const PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** None of this process's own variables, e.g. PGDATA; on Windows, which cannot do without, all of them. */
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
