import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { QuarryError } from "@quarry/core";
import { createPgvectorStore, createPostgresLexicalIndex, type SqlExecutor } from "@quarry/pgvector";
import type { OpenDatabase } from "../../server/src/platform/database/database.ts";
import { openServerDatabase } from "../../server/src/platform/database/server.ts";
import { hasPostgres, startPostgres, type TestPostgres } from "../support/postgres.ts";

// Which errors of PostgreSQL are reported as a database that is away, and which as a defect or a wrong setup.

const QUESTION = {
  scope: { orgId: "org_a", spaceIds: ["spc_a"] },
  model: "m",
  vector: new Float32Array([1, 2]),
  topK: 3,
};
const RECORD = {
  ...{ id: "chk_1", orgId: "org_a", spaceId: "spc_a", documentId: "doc_1", generation: 1, model: "m" },
  ...{ vector: new Float32Array([1, 2]), metadata: { secret: "tenant text" } },
};
const DOCUMENT = {
  documentId: "doc_1",
  entries: [
    {
      ...{ id: "chk_1", orgId: "org_a", spaceId: "spc_a", documentId: "doc_1", generation: 1 },
      ...{ text: "tenant text", context: "", metadata: {} },
    },
  ],
};

async function failureOf(work: PromiseLike<unknown>): Promise<QuarryError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!QuarryError.isInstance(error)) throw new Error(`Expected a QuarryError, got ${error}`);
  return error;
}

/** Everything of an error and its causes that a log could print. */
function printed(error: unknown): string {
  const parts: string[] = [];
  for (let current = error; current instanceof Error; current = current.cause)
    parts.push(JSON.stringify(current, Object.getOwnPropertyNames(current)), String(current));
  return parts.join("\n");
}

test("createPgvectorStore names pgvector only when the extension is not installed", async () => {
  const failing = (code: string): SqlExecutor => ({
    execute: () => Promise.reject(Object.assign(new Error("Failed query"), { cause: { code } })),
  });
  for (const code of ["0A000", "58P01"]) {
    const error = await failureOf(createPgvectorStore(failing(code)));
    expect(error.code).toBe("invalid_request");
    expect(error.message).toContain("has no extension pgvector");
  }
  expect((await failureOf(createPgvectorStore(failing("57P03")))).code).toBe("unavailable");
  expect((await failureOf(createPgvectorStore(failing("ECONNREFUSED")))).code).toBe("unavailable");
  expect((await failureOf(createPgvectorStore(failing("53100")))).code).toBe("internal");
});

describe.skipIf(!hasPostgres())("on a PostgreSQL server", () => {
  let server: TestPostgres;
  let url: string;
  let database: OpenDatabase;
  beforeAll(async () => {
    server = await startPostgres();
    url = await server.createDatabase();
    database = await openServerDatabase(url);
  }, 120_000);
  afterAll(async () => {
    await database?.close();
    await server?.stop();
  }, 120_000);

  const raise = async (table: string, code: string) => {
    await database.db.execute(`create or replace function fail() returns trigger language plpgsql as
      $$ begin raise exception 'tenant text' using errcode = '${code}'; end $$`);
    await database.db.execute(
      `create or replace trigger fail before insert on ${table} for each row execute function fail()`,
    );
  };

  test("without the privilege to create the extension, the message names the privilege", async () => {
    const bare = new URL(await server.createDatabase());
    const admin = await openServerDatabase(bare.href);
    await admin.db.execute("create role guest login");
    bare.username = "guest";
    const guest = await openServerDatabase(bare.href);
    const { code, message } = await failureOf(createPgvectorStore(guest.db));
    expect(code).toBe("invalid_request");
    expect(message).toContain("create extension vector");
    expect(message).not.toContain("no extension");
    await guest.close();
    await admin.close();
  });

  test("two processes set up an empty database at the same time", async () => {
    const empty = await server.createDatabase();
    const databases = await Promise.all([openServerDatabase(empty), openServerDatabase(empty)]);
    const stores = await Promise.all(databases.map(({ db }) => createPgvectorStore(db)));
    for (const store of stores) expect(await store.count(QUESTION.scope)).toBe(0);
    for (const each of databases) await each.close();
  });

  test("the vector store reports a rejected statement as internal, with nothing but its SQLSTATE", async () => {
    const store = await createPgvectorStore(database.db);
    await raise("chunk_vectors", "23514");
    const error = await failureOf(store.upsert([RECORD]));
    expect(error.code).toBe("internal");
    expect(error.cause).toMatchObject({ code: "23514", message: "SQLSTATE 23514" });
    expect(printed(error)).not.toMatch(/tenant text|insert into/i);
    await database.db.execute("drop table chunk_vectors");
    expect((await failureOf(store.query(QUESTION))).cause).toMatchObject({ code: "42P01" });
  });

  test.each(["40001", "40P01", "53300", "57P01", "57P03", "08006"])(
    "SQLSTATE %s is unavailable, which callers retry",
    async (code) => {
      const store = await createPgvectorStore(database.db);
      await raise("chunk_vectors", code);
      expect((await failureOf(store.upsert([RECORD]))).code).toBe("unavailable");
      const index = await createPostgresLexicalIndex(database.db, { automaticMerging: false });
      await raise("lexical_documents", code);
      expect((await failureOf(index.replaceDocuments("org_a", [DOCUMENT]))).code).toBe("unavailable");
    },
  );

  test("the lexical index reports a rejected statement as internal, with nothing but its SQLSTATE", async () => {
    const index = await createPostgresLexicalIndex(database.db, { automaticMerging: false });
    await raise("lexical_documents", "22001");
    const error = await failureOf(index.replaceDocuments("org_a", [DOCUMENT]));
    expect(error.code).toBe("internal");
    expect(error.cause).toMatchObject({ code: "22001" });
    expect(printed(error)).not.toMatch(/tenant text|insert into/i);
    await database.db.execute("alter table lexical_segments rename to moved");
    expect((await failureOf(index.search(QUESTION.scope, "apple", 3))).cause).toMatchObject({
      code: "42P01",
    });
    await database.db.execute("alter table moved rename to lexical_segments");
  });

  test("a stopped server is unavailable", async () => {
    const store = await createPgvectorStore(database.db);
    const index = await createPostgresLexicalIndex(database.db, { automaticMerging: false });
    await server.kill();
    expect((await failureOf(store.query(QUESTION))).code).toBe("unavailable");
    expect((await failureOf(index.search(QUESTION.scope, "apple", 3))).code).toBe("unavailable");
  }, 120_000);
});
