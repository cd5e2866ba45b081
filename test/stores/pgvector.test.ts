import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vectorStoreSuite } from "@quarry/conformance";
import { createPgvectorStore } from "@quarry/pgvector";
import type { OpenDatabase } from "../../server/src/database/database.ts";
import { openEmbeddedDatabase } from "../../server/src/database/embedded.ts";
import { openServerDatabase } from "../../server/src/database/server.ts";
import { hasPostgres, startPostgres, type TestPostgres } from "../support/postgres.ts";

/** One database for all tests; each starts with an empty table. */
function suite(open: () => Promise<OpenDatabase>): void {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await open();
  }, 60_000);
  afterAll(() => database.close());

  vectorStoreSuite(
    { describe, test, expect },
    async () => {
      const store = await createPgvectorStore(database.db);
      await database.db.execute("truncate chunk_vectors");
      return { store, reopen: () => createPgvectorStore(database.db), cleanUp: async () => undefined };
    },
    {},
  );
}

describe("pgvector on the embedded database", () => {
  let folder: string;
  afterAll(() => rm(folder, { recursive: true, force: true }));
  suite(async () => {
    folder = await mkdtemp(join(tmpdir(), "quarry-test-"));
    return openEmbeddedDatabase(join(folder, "database"));
  });
});

describe.skipIf(!hasPostgres())("pgvector on PostgreSQL", () => {
  let postgres: TestPostgres;
  afterAll(() => postgres?.stop());
  suite(async () => {
    postgres = await startPostgres();
    return openServerDatabase(await postgres.createDatabase());
  });
});
