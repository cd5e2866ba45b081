import { existsSync } from "node:fs";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CheckedBackup, checkBackup, restore } from "../operations/backup/restore.ts";
import { verify } from "../operations/backup/verify.ts";
import type { Operation } from "../operations/operation-event.ts";
import { reported } from "../operations/reported.ts";
import { openUnmigratedDatabase } from "../platform/database/open.ts";
import { openStorage } from "../platform/database/open-storage.ts";
import type { Log } from "../platform/log/log.ts";
import { createPlugins } from "../platform/plugins/plugins.ts";
import type { Config } from "../platform/settings/config.ts";
import { openBackups, openBlobs } from "./base.ts";
import { createDependencies } from "./dependencies.ts";

/** Finds and checks a backup in a folder, by default the latest, and reports that it does. */
export function readBackup(path: string, name: string | undefined) {
  return reported(checkBackup(openBackups(path), name), { text: "the backup is read" });
}

/** Restores a backup into the configured database and blob store, which no service may use. */
export async function* restoreBackup(config: Config, log: Log, backup: CheckedBackup): Operation {
  const { folder, database } = openStorage(config, log, openUnmigratedDatabase);
  try {
    const opened = await database;
    try {
      yield* restore({ database: opened, blobs: openBlobs(config, folder, createPlugins(log)) }, backup);
    } finally {
      await opened.close();
    }
  } finally {
    folder.release();
  }
}

/** Verifies a backup on an embedded database in a temporary folder. */
export async function* verifyBackup(config: Config, log: Log, backup: CheckedBackup): Operation {
  await using resources = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), "quarry-verify-"));
  resources.defer(() => rm(dataDir, { recursive: true, force: true }));
  const models = join(config.dataDir, "models");
  if (existsSync(models)) await symlink(models, join(dataDir, "models"));
  const scratch: Config = {
    ...{ ...config, dataDir, databaseUrl: undefined },
    ...{ vectorStore: { kind: "memory" }, blobs: { kind: "disk" } },
  };
  const storage = openStorage(scratch, log, openUnmigratedDatabase);
  resources.defer(storage.folder.release);
  const database = await storage.database;
  resources.defer(database.close);
  yield* verify({ database, start }, backup);

  async function start() {
    const deps = await createDependencies(scratch, log, { isServing: false, storage });
    resources.defer(deps.close);
    await deps.ready;
    return deps.queries;
  }
}
