import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join, resolve } from "node:path";
import { sql } from "drizzle-orm";
import type { OpenDatabase } from "../../server/src/platform/database/database.ts";
import { hasPostgres } from "../support/postgres.ts";
import { openTestDatabase } from "../support/shared-postgres.ts";

const MIGRATIONS = resolve(import.meta.dir, "../../server/migrations");
/** The first migration with batches. Before, there was a row for each document. */
const BATCHES = "0020_bulk_batches";

describe.skipIf(!hasPostgres())("a database with bulk operations from before there were batches", () => {
  let database: OpenDatabase;

  const run = (text: string) => database.db.execute(sql.raw(text));

  beforeAll(async () => {
    database = await openTestDatabase({ isMigrated: false });
    const { entries } = await Bun.file(join(MIGRATIONS, "meta/_journal.json")).json();
    for (const { tag } of entries as { tag: string }[]) {
      if (tag === BATCHES) await insertOperations();
      const text = await Bun.file(join(MIGRATIONS, `${tag}.sql`)).text();
      for (const statement of text.split("--> statement-breakpoint")) await run(statement);
      if (tag === BATCHES) break;
    }
  }, 60_000);
  afterAll(() => database?.close());

  async function insertOperations() {
    // Without the organization and the space that they refer to.
    await run("alter table bulk_operations disable trigger all");
    for (const [id, turn, finishedAt] of [
      ["open", 1, "null"],
      ["finished", 2, "now()"],
    ])
      await run(`
        insert into bulk_operations
          (id, org_id, space_id, turn, action, state, total, done, failed, failures, attempts, run_at, created_at, finished_at)
        values ('${id}', 'o', 's', ${turn}, 'delete', 'running', 121, 1, 0, '[]', 0, now(), now(), ${finishedAt})`);
    await run(`
      insert into bulk_documents (operation_id, org_id, document_id)
      select operation, 'o', 'd' || number from generate_series(1, 120) as number, (values ('open'), ('finished')) as o (operation)`);
  }

  test("keeps each document of an open operation in one batch, and forgets the rest", async () => {
    const rows = await run("select operation_id, number, document_ids from bulk_batches order by number");
    expect(rows.map((row) => [row.operation_id, row.number, (row.document_ids as string[]).length])).toEqual([
      ["open", 0, 50],
      ["open", 1, 50],
      ["open", 2, 20],
    ]);
    expect(new Set(rows.flatMap((row) => row.document_ids as string[])).size).toBe(120);
  });
});
