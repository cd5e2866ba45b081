import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { QuarryError } from "@quarry/core";
import { sql } from "drizzle-orm";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import type { Database, OpenDatabase } from "./database.ts";

const FOLDER = fileURLToPath(new URL("../../../migrations", import.meta.url));
const JOURNAL = join("meta", "_journal.json");

interface Journal {
  readonly entries: readonly { readonly tag: string; readonly when: number }[];
}

/**
 * Runs the migrations that the database lacks. Only one process runs them at a time.
 * @throws QuarryError `invalid_request` when a later version of Quarry migrated the database.
 */
export async function migrateDatabase({ db, exclusively }: OpenDatabase): Promise<void> {
  await exclusively("quarry migrations", () => runMigrations(db, FOLDER));
}

/**
 * Gives an empty database the tables as an earlier migration left them.
 * @param last The name of the last migration to run.
 * @throws QuarryError `invalid_request` for an unknown migration, or when the database has later ones.
 */
export async function migrateTo({ db, exclusively }: OpenDatabase, last: string): Promise<void> {
  const { entries, ...journal } = readJournal();
  const count = entries.findIndex(({ tag }) => tag === last) + 1;
  if (count === 0)
    throw new QuarryError(
      "invalid_request",
      `This version of Quarry does not know the migration ${last}. Use the version that wrote it, or a later one.`,
    );
  const folder = mkdtempSync(join(tmpdir(), "quarry-migrations-"));
  try {
    mkdirSync(join(folder, "meta"));
    for (const { tag } of entries.slice(0, count))
      cpSync(join(FOLDER, `${tag}.sql`), join(folder, `${tag}.sql`));
    writeFileSync(join(folder, JOURNAL), JSON.stringify({ ...journal, entries: entries.slice(0, count) }));
    await exclusively("quarry migrations", () => runMigrations(db, folder));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The name of the last migration of this version. */
export function lastMigration(): string {
  return readJournal().entries.at(-1)?.tag ?? "";
}

async function runMigrations(db: Database, migrationsFolder: string): Promise<void> {
  const last = readJournal(migrationsFolder).entries.at(-1)?.when ?? 0;
  const applied = await lastMigrationOf(db);
  if (applied > last)
    throw new QuarryError(
      "invalid_request",
      "A later version of Quarry has changed the tables of this database. Start that version, or a later one.",
    );
  // The library would read all files and try to create its table.
  if (applied === last) return;
  await migrate(db as Parameters<typeof migrate>[0], { migrationsFolder });
}

/** When the last migration of the database was written, in milliseconds; 0 for a database without tables. */
async function lastMigrationOf(db: Database): Promise<number> {
  const [log] = await db.execute<{ id: string | null }>(
    sql`select to_regclass('drizzle.__drizzle_migrations')::text as id`,
  );
  if (!log?.id) return 0;
  const [row] = await db.execute<{ last: string | null }>(
    sql`select max(created_at) as last from drizzle.__drizzle_migrations`,
  );
  return Number(row?.last ?? 0);
}

function readJournal(folder = FOLDER): Journal {
  return JSON.parse(readFileSync(join(folder, JOURNAL), "utf8"));
}
