import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Quarry } from "@quarry/sdk";
import { copyMigratedCluster } from "../support/migrated-cluster.ts";
import { killPostgres } from "../support/postgres-processes.ts";
import { type RunningServer, startServer } from "../support/running-server.ts";
import type { CutReport } from "../support/volatile-disk/sector-cache.ts";
import { createVolatileDisk, type FileSystem } from "../support/volatile-disk/volatile-disk.ts";

/** A server with its database, whose data are on a disk that can lose power. */
export interface PowerCutMachine {
  readonly server: RunningServer;
  readonly dataDir: string;
  connect(): Quarry;
  /** Cuts the power: the disk at once, then every process. */
  cut(seed: number, options?: { writesBack: boolean }): Promise<CutReport>;
  /** Power for the disk alone. */
  powerDisk(options?: { isLying?: boolean }): Promise<void>;
  remove(): Promise<void>;
}

/** Starts it. `env` are further settings of the server. */
export async function startPowerCutMachine(
  fileSystem: FileSystem,
  env: Record<string, string> = {},
): Promise<PowerCutMachine> {
  const disk = createVolatileDisk(fileSystem, "400M");
  await disk.start();
  const dataDir = join(disk.folder, "data");
  mkdirSync(dataDir);
  await copyMigratedCluster(join(dataDir, "postgres"));
  // The copy stands for a database that was there before the first cut.
  Bun.spawnSync(["sync", "-f", dataDir]);
  const server = await startServer({ isSynced: true, env: { ...env, QUARRY_DATA_DIR: dataDir } });

  async function killAll(): Promise<void> {
    // First the server, which would start its database again.
    await server.kill();
    try {
      killPostgres(join(dataDir, "postgres", "data"));
    } catch {
      // The folder cannot be read any more, so it is no process's working directory: no database runs.
    }
  }

  return {
    server,
    dataDir,
    connect: () =>
      new Quarry({ apiKey: server.rootKey, baseUrl: server.baseUrl, maxRetries: 0, timeoutMs: 20_000 }),
    powerDisk: disk.start,

    async cut(seed, options = { writesBack: false }) {
      const report = await disk.cut(seed, options);
      await killAll();
      await disk.unmount();
      return report;
    },

    async remove() {
      await server.stop();
      await disk.remove();
    },
  };
}
