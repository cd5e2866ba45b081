import { readdirSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { residentBytes } from "../../../server/src/ingest/prepare/process-usage.ts";

/** What a server holds. Linux only. */
export interface Vitals {
  readonly minute: number;
  /** Of the server's process and the programs that it runs. */
  readonly memoryBytes: number;
  /** Open files and sockets of the server's process. */
  readonly handles: number;
  /** Of its data folder. */
  readonly diskBytes: number;
}

/** Reads the vitals of a server. */
export async function readVitals(pid: number, dataDir: string, minute: number): Promise<Vitals> {
  return {
    minute,
    memoryBytes: residentBytes(pid),
    handles: handlesOf(pid),
    diskBytes: await diskBytes(dataDir),
  };
}

const handlesOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

async function diskBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map(
      async ({ parentPath, name }) =>
        (await stat(join(parentPath, name)).catch(() => undefined))?.blocks ?? 0,
    );
  return (await Promise.all(sizes)).reduce((sum, blocks) => sum + blocks * 512, 0);
}

/** Growth for an hour, by the line that fits best (least squares). */
export function growthPerHour(vitals: readonly Vitals[], quantity: Exclude<keyof Vitals, "minute">): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const at = mean(vitals.map(({ minute }) => minute));
  const value = mean(vitals.map((vital) => vital[quantity]));
  const covariance = mean(vitals.map((vital) => (vital.minute - at) * (vital[quantity] - value)));
  return (60 * covariance) / mean(vitals.map(({ minute }) => (minute - at) ** 2));
}
