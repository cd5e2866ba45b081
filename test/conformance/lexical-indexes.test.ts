import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { lexicalIndexSuite } from "@quarry/conformance";
import type { LexicalIndex } from "@quarry/core";
import { createMemoryLexicalIndex } from "@quarry/memory";
import { createPostgresLexicalIndex } from "@quarry/pgvector";
import type { OpenDatabase } from "../../server/src/platform/database/database.ts";
import { openServerDatabase } from "../../server/src/platform/database/server.ts";
import { hasPostgres, startPostgres, type TestPostgres } from "../support/postgres.ts";

describe("lexical index in memory", () =>
  lexicalIndexSuite({ describe, test, expect }, async () => {
    const index = createMemoryLexicalIndex();
    return { index, cleanUp: () => index.close() };
  }));

describe.skipIf(!hasPostgres())("lexical index in PostgreSQL", () => {
  let server: TestPostgres;
  let database: OpenDatabase;
  beforeAll(async () => {
    server = await startPostgres();
    database = await openServerDatabase(await server.createDatabase());
  }, 120_000);
  afterAll(async () => {
    await database?.close();
    await server?.stop();
  }, 120_000);

  lexicalIndexSuite({ describe, test, expect }, async () => {
    const opened: LexicalIndex[] = [];
    const open = async () => {
      const index = await createPostgresLexicalIndex(database.db);
      opened.push(index);
      return index;
    };
    const index = await open();
    return {
      index,
      reopen: open,
      transact: (body) => database.db.transaction(body),
      async cleanUp() {
        for (const orgId of ["org_a", "org_b"]) await index.delete({ orgId });
        for (const each of opened) await each.close();
      },
    };
  });
});
