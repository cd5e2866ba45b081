import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { sql } from "drizzle-orm";
import { binariesIn, findBinaries } from "../../server/src/platform/database/embedded/binaries.ts";
import { initializeCluster } from "../../server/src/platform/database/embedded/initialize.ts";
import { openEmbeddedDatabase } from "../../server/src/platform/database/embedded/open-embedded.ts";
import { migrateDatabase } from "../../server/src/platform/database/migrate.ts";
import { rejection } from "../support/failure.ts";
import { copyMigratedCluster } from "../support/migrated-cluster.ts";
import { quietLog } from "../support/quiet-log.ts";
import { startProcess } from "../support/server-process.ts";

async function inFolder(task: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "quarry-folders-"));
  await task(folder).finally(() => rmSync(folder, { recursive: true, force: true }));
}

test(
  "refuses a database of version 0.1.0 and changes nothing in it",
  () =>
    inFolder(async (dataDir) => {
      // The parts of a PGlite cluster that identify it.
      const old = join(dataDir, "database");
      mkdirSync(join(old, "base"), { recursive: true });
      writeFileSync(join(old, "PG_VERSION"), "18\n");
      const { exited, stderr } = startProcess({ QUARRY_DATA_DIR: dataDir });
      expect(await exited).toBe(1);
      const lines = (await stderr).trim().split("\n");
      expect(lines).toHaveLength(1);
      expect(lines[0]).toContain("quarry export");
      expect(lines[0]).toContain("quarry import");
      expect(readdirSync(dataDir).sort()).toEqual(["database", "lock.sqlite"]);
      expect(readdirSync(old).sort()).toEqual(["PG_VERSION", "base"]);
    }),
  60_000,
);

test(
  "refuses a cluster that a later PostgreSQL created",
  () =>
    inFolder(async (dataDir) => {
      const folder = join(dataDir, "postgres");
      await copyMigratedCluster(folder);
      const later = findBinaries().major + 1;
      writeFileSync(join(folder, "data", "PG_VERSION"), `${later}\n`);
      const error = await rejection(openEmbeddedDatabase(folder, { log: quietLog }));
      expect(String(error)).toContain(`PostgreSQL ${later} created the database`);
      expect(existsSync(join(folder, "data", "PG_VERSION"))).toBe(true);
    }),
  60_000,
);

test(
  "connects to the socket in a folder with a long path",
  () =>
    inFolder(async (dataDir) => {
      const folder = join(dataDir, "a".repeat(60), "b".repeat(60), "postgres");
      mkdirSync(dirname(folder), { recursive: true });
      await copyMigratedCluster(folder);
      const database = await openEmbeddedDatabase(folder, { log: quietLog });
      const [row] = await database.db.execute(sql`select 1 as one`);
      await database.close();
      expect(row?.one).toBe(1);
    }),
  60_000,
);

test(
  "creates clusters that sync to disk and sort by code point",
  () =>
    inFolder(async (dataDir) => {
      const database = await openEmbeddedDatabase(join(dataDir, "postgres"), { log: quietLog });
      const [row] = await database.db.execute(sql`
      select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
        current_setting('full_page_writes') as pages, current_setting('data_checksums') as checksums,
        'Z' < 'a' and 'z' < 'ä' as by_code, lower('Ä') as lower`);
      await database.close();
      expect(row).toEqual({
        fsync: "on",
        commit: "on",
        pages: "on",
        checksums: "on",
        by_code: true,
        lower: "ä",
      });
    }),
  60_000,
);

const old = oldPostgres();

test.skipIf(old === undefined)(
  "upgrades a cluster of PostgreSQL 17 once and keeps all rows",
  () =>
    inFolder(async (dataDir) => {
      const folder = join(dataDir, "postgres");
      await createOldCluster(folder);
      const refused = await rejection(openEmbeddedDatabase(folder, { log: quietLog }));
      expect(String(refused)).toContain("QUARRY_OLD_POSTGRES");

      const lines: string[] = [];
      const log = { ...quietLog, info: (line: string) => void lines.push(line) };
      const upgraded = await openEmbeddedDatabase(folder, { log, oldBinaries: old });
      expect(await contents(upgraded)).toEqual(EXPECTED);
      await upgraded.close();
      expect(lines[0]).toBe("Upgrading the embedded database from PostgreSQL 17 to 18.");
      expect(lines).toContain("Copied organizations: 500 rows.");
      expect(readFileSync(join(folder, "data", "PG_VERSION"), "utf8").trim()).toBe("18");
      expect(readdirSync(dataDir).sort()).toEqual(["postgres", "postgres-17-backup"]);

      const next = await openEmbeddedDatabase(folder, { log: quietLog });
      expect(await contents(next)).toEqual(EXPECTED);
      await next.close();
      expect(readdirSync(dataDir)).toEqual(["postgres"]);
    }),
  120_000,
);

test.skipIf(old === undefined)(
  "finishes or repeats an interrupted upgrade",
  () =>
    inFolder(async (dataDir) => {
      const folder = join(dataDir, "postgres");
      await createOldCluster(folder);
      // Interrupted while copying: discards the incomplete new cluster.
      mkdirSync(`${folder}-upgraded`);
      writeFileSync(join(`${folder}-upgraded`, "unfinished"), "");
      const first = await openEmbeddedDatabase(folder, { log: quietLog, oldBinaries: old });
      expect(await contents(first)).toEqual(EXPECTED);
      await first.close();
      // Interrupted between the two renames: only the old folder has been renamed.
      cpSync(folder, `${folder}-upgraded`, { recursive: true, verbatimSymlinks: true });
      rmSync(folder, { recursive: true });
      const second = await openEmbeddedDatabase(folder, { log: quietLog });
      expect(await contents(second)).toEqual(EXPECTED);
      await second.close();
    }),
  120_000,
);

const EXPECTED = { count: 500, hash: createHash("md5").update("Name ä\t\\n \n500").digest("hex") };

function oldPostgres(): string | undefined {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve("postgres-17-linux-x64")));
  } catch {
    return undefined;
  }
}

/** Creates a cluster of PostgreSQL 17 whose rows need escaping in a copy. */
async function createOldCluster(folder: string): Promise<void> {
  const binaries = binariesIn(old ?? "", 17);
  await initializeCluster(folder, binaries);
  const database = await openEmbeddedDatabase(folder, { log: quietLog, binaries });
  await migrateDatabase(database);
  await database.db.execute(sql`
    insert into organizations (id, name, slug, tier, created_at)
    select 'org_' || n, E'Name ä\t\\\\n \n' || n, 'org-' || n, 'pro', now() from generate_series(1, 500) n`);
  await database.close();
}

async function contents({ db }: Awaited<ReturnType<typeof openEmbeddedDatabase>>) {
  const [row] = await db.execute(sql`
    select count(*)::int as count, md5(max(name) filter (where id = 'org_500')) as hash from organizations`);
  return { ...row };
}
