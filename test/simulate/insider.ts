import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { instrument } from "./failpoints.ts";
import { FILES, FOLDER_VARIABLE, type Orders } from "./inside/orders.ts";

/** Code in the process of a server that moves its clock and stops it at a failpoint. */
export interface Insider {
  /** Settings of the server. */
  readonly env: Readonly<Record<string, string>>;
  /** A module that the server loads before its own. */
  readonly preload: string;
  readonly failpoints: readonly string[];
  /** Gives a running server new orders, instead of the ones before. */
  order(pid: number, orders: Orders): Promise<void>;
  /** The failpoints at which the server has stopped so far. */
  reached(): Promise<ReadonlySet<string>>;
  remove(): Promise<void>;
}

/** Prepares the code and its folder. */
export async function createInsider(): Promise<Insider> {
  const folder = await mkdtemp(join(tmpdir(), "quarry-simulation-"));
  const { failpoints, sources } = instrument();
  await writeFile(join(folder, FILES.sources), JSON.stringify(sources));
  await writeFile(join(folder, FILES.reached), "");
  return {
    env: { [FOLDER_VARIABLE]: folder },
    preload: join(import.meta.dir, "inside/index.ts"),
    failpoints,
    async order(pid, orders) {
      await writeFile(join(folder, FILES.orders), JSON.stringify(orders));
      try {
        process.kill(pid, "SIGUSR2");
      } catch {
        // It has ended.
      }
    },
    async reached() {
      const names = await readFile(join(folder, FILES.reached), "utf8");
      return new Set(names.split("\n").filter(Boolean));
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
