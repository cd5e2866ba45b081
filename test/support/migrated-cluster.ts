import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { appendFile, mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { findBinaries } from "../../server/src/platform/database/embedded/binaries.ts";
import { type Cluster, prepareCluster } from "../../server/src/platform/database/embedded/cluster.ts";
import { openEmbeddedDatabase } from "../../server/src/platform/database/embedded/open-embedded.ts";
import { migrateDatabase } from "../../server/src/platform/database/migrate.ts";

const MIGRATIONS = resolve(import.meta.dir, "../../server/migrations");

let template: Promise<string> | undefined;

/**
 * Creates a migrated cluster by copying a template, which is cached in the system's temporary folder. This takes 0.1 s;
 * initializing and migrating a new cluster takes 1.5 s.
 */
export async function copyMigratedCluster(folder: string): Promise<Cluster> {
  template ??= createTemplate();
  const child = Bun.spawn(["cp", "-a", await template, folder], { stdout: "ignore", stderr: "inherit" });
  if ((await child.exited) !== 0) throw new Error(`cannot copy the migrated cluster to ${folder}`);
  return prepareCluster(folder, findBinaries());
}

/**
 * Gives a data folder without a database the one of a first start, unless it has one. Its files are not synced to
 * disk by default: only a power cut needs that, and `test/faults/power-cut.test.ts` has its own cluster.
 */
export async function provideDatabase(dataDir: string, { isSynced = false } = {}): Promise<void> {
  const folder = join(dataDir, "postgres");
  if (existsSync(folder)) return;
  await copyMigratedCluster(folder);
  if (!isSynced)
    await appendFile(join(folder, "data", "postgresql.conf"), "\nfsync = off\nfull_page_writes = off\n");
}

/** Returns the template's folder, and creates it if needed. Its name depends on the versions of PostgreSQL and of the migrations. */
async function createTemplate(): Promise<string> {
  const { version } = findBinaries();
  const hash = createHash("sha256").update(version);
  for (const name of (await readdir(MIGRATIONS)).sort())
    if (name.endsWith(".sql")) hash.update(await readFile(join(MIGRATIONS, name)));
  const user = process.getuid?.() ?? 0;
  const folder = join(tmpdir(), `quarry-migrated-${version}-${hash.digest("hex").slice(0, 12)}-${user}`);
  if (existsSync(folder)) return folder;
  const temporary = await mkdtemp(join(tmpdir(), "quarry-migrating-"));
  const database = await openEmbeddedDatabase(join(temporary, "postgres"));
  await migrateDatabase(database).finally(database.close);
  // Another process may have created it first.
  await rename(join(temporary, "postgres"), folder).catch((error: unknown) => {
    if (!existsSync(folder)) throw error;
  });
  await rm(temporary, { recursive: true, force: true });
  return folder;
}
