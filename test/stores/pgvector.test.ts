import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { vectorStoreSuite } from "@quarry/conformance";
import type { VectorRecord } from "@quarry/core";
import { createPgvectorStore, type PgvectorOptions, type SqlExecutor } from "@quarry/pgvector";
import type { OpenDatabase } from "../../server/src/platform/database/database.ts";
import { openServerDatabase } from "../../server/src/platform/database/server.ts";
import { postgresCode } from "../../server/src/platform/log/database-errors.ts";
import { rejection } from "../support/failure.ts";
import { hasPostgres, startPostgres, type TestPostgres } from "../support/postgres.ts";

const scale = process.env.QUARRY_TEST_SCALE === "full" ? "full" : "small";
const DIMENSIONS = scale === "full" ? 384 : 32;
/** Low enough that small data are searched through an index; at full scale the default. */
const INDEXED: PgvectorOptions = { index: "hnsw", ...(scale === "small" ? { exactUpTo: 100 } : {}) };

function records(count: number, fields: Partial<VectorRecord> = {}): VectorRecord[] {
  return Array.from({ length: count }, (_, at) => ({
    id: `chk_${at}`,
    orgId: "org_a",
    spaceId: "spc_a",
    documentId: `doc_${at}`,
    generation: 1,
    model: "model-a",
    vector: Float32Array.from({ length: DIMENSIONS }, (_, axis) =>
      Math.sin(at * 7.3 + axis * axis * 1.7 + axis),
    ),
    metadata: { at },
    ...fields,
  }));
}

const SCOPE = { orgId: "org_a", spaceIds: ["spc_a"] };
const question = (topK = 10) => ({
  scope: SCOPE,
  model: "model-a",
  vector: records(1)[0]?.vector as Float32Array,
  topK,
});

async function put(store: { upsert(some: readonly VectorRecord[]): Promise<void> }, all: VectorRecord[]) {
  for (let at = 0; at < all.length; at += 500) await store.upsert(all.slice(at, at + 500));
}

interface Index {
  readonly oid: number;
  readonly valid: boolean;
  readonly scans: number;
  readonly definition: string;
}

async function indexes({ db }: OpenDatabase): Promise<Index[]> {
  for (;;)
    try {
      return (await db.execute(`
        select indexrelid::int as oid, indisvalid as valid, coalesce(idx_scan, 0)::int as scans,
          pg_get_indexdef(indexrelid) as definition
        from pg_index left join pg_stat_user_indexes using (indexrelid)
        where indexrelid::regclass::text like 'chunk_vectors_hnsw%'`)) as unknown as Index[];
    } catch (error) {
      // The index was dropped between the listing and its description.
      if (postgresCode(error) !== "XX000") throw error;
    }
}

async function eventually<Value>(probe: () => Promise<Value | undefined | false>): Promise<Value> {
  for (const end = Date.now() + 20_000; Date.now() < end; ) {
    const value = await probe();
    if (value) return value;
    await Bun.sleep(50);
  }
  throw new Error("Timed out after 20 s.");
}

const validIndex = (database: OpenDatabase) =>
  eventually(async () => (await indexes(database)).find(({ valid }) => valid));

/**
 * One database for all tests. Each test starts with an empty table and with the index of the tests' model, if any.
 */
function suite(open: () => Promise<OpenDatabase>, options: PgvectorOptions = {}): void {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await open();
    const store = await createPgvectorStore(database.db, options);
    if (options.index === "hnsw") {
      await put(store, records((options.exactUpTo ?? 5000) + 500));
      await validIndex(database);
    }
    await store.close();
  }, 120_000);
  afterAll(() => database.close());

  vectorStoreSuite(
    { describe, test, expect },
    async () => {
      const store = await createPgvectorStore(database.db, options);
      await database.db.execute("truncate chunk_vectors");
      return {
        store,
        reopen: () => createPgvectorStore(database.db, options),
        cleanUp: () => store.close(),
      };
    },
    { scale },
  );

  if (options.index === "hnsw")
    test("used its index", async () => {
      const used = await eventually(async () =>
        (await indexes(database)).find(
          ({ definition, scans }) => definition.includes("model-a") && scans > 20,
        ),
      );
      expect(used.definition).toContain(options.halfvec ? `halfvec(${DIMENSIONS})` : `vector(${DIMENSIONS})`);
    });
}

describe.skipIf(!hasPostgres())("PostgreSQL", () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  }, 120_000);
  afterAll(() => postgres?.stop());
  const open = async () => openServerDatabase(await postgres.createDatabase());

  describe("pgvector", () => suite(open));
  describe("pgvector with indexes", () => suite(open, { ...INDEXED, halfvec: false }));
  describe("pgvector with indexes in half precision", () => suite(open, { ...INDEXED, halfvec: true }));

  describe("pgvector's indexes", () => {
    const options = { index: "hnsw", exactUpTo: 500 } as const;
    const closing: (() => Promise<void>)[] = [];
    afterAll(async () => {
      for (const close of closing.toReversed()) await close();
    });

    /** A database and a function that opens stores on it. */
    async function start() {
      const database = await open();
      closing.push(() => database.close());
      const problems: unknown[] = [];
      const openStore = async (more: PgvectorOptions = {}, db: SqlExecutor = database.db) => {
        const onProblem = (error: unknown) => problems.push(error);
        const store = await createPgvectorStore(db, { ...options, onProblem, ...more });
        closing.push(() => store.close());
        return store;
      };
      return { database, problems, openStore };
    }

    /** Blocks the end of a build, which waits for older transactions. */
    async function holdUp({ db }: OpenDatabase): Promise<() => Promise<void>> {
      const { promise, resolve } = Promise.withResolvers<void>();
      const { promise: started, resolve: onStarted } = Promise.withResolvers<void>();
      const transaction = db.transaction(async (tx) => {
        await tx.execute("update chunk_vectors set generation = 2 where id = 'chk_0'");
        onStarted();
        await promise;
      });
      await started;
      return async () => {
        resolve();
        await transaction;
      };
    }

    test("are built for large models and used by searches", async () => {
      const { database, problems, openStore } = await start();
      const store = await openStore();
      await put(store, records(500));
      await store.query(question());
      await Bun.sleep(300);
      expect(await indexes(database)).toEqual([]);

      const model = "it's a \\model";
      await put(
        store,
        records(1200, { model }).map((record) => ({ ...record, id: `other ${record.id}` })),
      );
      const { oid, definition } = await validIndex(database);
      expect(definition).toContain("hnsw");
      const ask = () => store.query({ ...question(), model });
      await eventually(async () => (await ask()) && (await indexes(database))[0]?.scans);
      expect((await ask())[0]?.id).toBe("other chk_0");
      expect((await indexes(database)).map((index) => index.oid)).toEqual([oid]);
      expect(problems).toEqual([]);
    });

    test("are not built for models that are compared exactly", async () => {
      const { database, problems, openStore } = await start();
      const store = await openStore({ isIndexed: (model) => !model.startsWith("hashed:") });
      await put(store, records(1200, { model: "hashed:v1" }));
      await put(
        store,
        records(1200, { model: "learned" }).map((record) => ({ ...record, id: `other ${record.id}` })),
      );
      expect((await validIndex(database)).definition).toContain("learned");
      expect(await store.query({ ...question(), model: "hashed:v1" })).toHaveLength(10);
      await store.close();
      expect(await indexes(database)).toHaveLength(1);
      expect(problems).toEqual([]);
    });

    test("keep their vectors in their rows, not in a TOAST table", async () => {
      const { database, openStore } = await start();
      const store = await openStore();
      const long = (record: VectorRecord) => ({
        ...record,
        vector: Float32Array.from({ length: 1536 }, (_, axis) => record.vector[axis % DIMENSIONS] as number),
      });
      await put(store, records(50).map(long));
      const [row] = await database.db.execute(
        "select pg_relation_size(reltoastrelid)::int as bytes from pg_class where relname = 'chunk_vectors'",
      );
      expect(row?.bytes).toBe(0);
    });

    test("a build blocks no other work, is cancelled by close, and is repeated by the next store", async () => {
      const { database, problems, openStore } = await start();
      const store = await openStore();
      await put(store, records(400));
      const release = await holdUp(database);
      await put(store, records(1200).slice(400));
      const { oid } = await eventually(async () => (await indexes(database))[0]);

      // Writes, searches and new processes continue during the build, and no other build starts.
      const other = await openStore();
      await other.upsert(records(1300).slice(1200));
      expect((await other.query(question())).length).toBe(10);
      await Bun.sleep(300);
      expect((await indexes(database)).map(({ valid }) => valid)).toEqual([false]);

      await other.close();
      await store.close();
      expect((await indexes(database)).map((index) => index.oid)).toEqual([oid]);
      await release();

      const next = await openStore();
      await next.query(question());
      const repaired = await validIndex(database);
      expect(repaired.oid).not.toBe(oid);
      expect((await indexes(database)).length).toBe(1);
      expect(problems).toEqual([]);
    });

    test("two processes build only one", async () => {
      const { database, problems, openStore } = await start();
      const stores = [await openStore(), await openStore()];
      await Promise.all(
        stores.map((store, at) =>
          put(
            store,
            records(1500).map((record) => ({ ...record, id: `${at} ${record.id}` })),
          ),
        ),
      );
      await validIndex(database);
      await Promise.all(stores.map((store) => store.close()));
      expect((await indexes(database)).length).toBe(1);
      expect(problems).toEqual([]);
    });

    test("a failed build is reported, and searches still work", async () => {
      const { database, problems, openStore } = await start();
      const store = await openStore();
      await put(store, records(400));
      const release = await holdUp(database);
      await put(store, records(1200).slice(400));
      await eventually(
        async () =>
          (await database.db.execute("select pg_terminate_backend(pid) from pg_stat_progress_create_index"))
            .length,
      );
      await eventually(async () => problems.length);
      await release();
      expect((await store.query(question())).length).toBe(10);
      await store.close();
      await (await openStore()).query(question());
      await validIndex(database);
    });

    test("index scans continue until enough records match, on every connection", async () => {
      const { database, openStore } = await start();
      let statements = 0;
      const counted = {
        $client: (database.db as unknown as { $client: unknown }).$client,
        execute(statement: Parameters<SqlExecutor["execute"]>[0]) {
          statements += 1;
          return database.db.execute(statement);
        },
      };
      const store = await openStore({ exactUpTo: 10 }, counted);
      await put(store, records(2000));
      await validIndex(database);
      // Twenty of two thousand: an index scan without iteration finds none or one.
      const filter = { kind: "compare", path: ["at"], operator: "$gte", value: 1980 } as const;
      const rare = { ...question(), filter };
      await eventually(async () => (await store.query(rare)) && (await indexes(database))[0]?.scans);

      statements = 0;
      const answers = await Promise.all(Array.from({ length: 40 }, () => store.query(rare)));
      expect(statements).toBe(40);
      await eventually(async () => ((await indexes(database))[0]?.scans ?? 0) >= 40);
      expect(answers.map(({ length }) => length)).toEqual(Array(40).fill(10));
      // The settings of a statement end with it.
      const shown = await Promise.all(
        Array.from({ length: 40 }, () =>
          database.db.execute(
            "select pg_backend_pid() as pid, current_setting('hnsw.iterative_scan', true) as mode",
          ),
        ),
      );
      expect(new Set(shown.map(([row]) => row?.pid)).size).toBeGreaterThan(1);
      expect(shown.filter(([row]) => row?.mode === "relaxed_order")).toEqual([]);
    });

    test("support vectors that are too long for an index, or for full precision", async () => {
      const { database, problems, openStore } = await start();
      const store = await openStore({ exactUpTo: 20 });
      for (const dimensions of [4001, 2001])
        await put(
          store,
          records(60, { model: `model-${dimensions}` }).map((record) => ({
            ...record,
            id: `${dimensions} ${record.id}`,
            vector: Float32Array.from(
              { length: dimensions },
              (_, axis) => record.vector[axis % DIMENSIONS] as number,
            ),
          })),
        );
      expect((await validIndex(database)).definition).toContain("halfvec(2001)");
      await store.close();
      expect((await indexes(database)).length).toBe(1);
      expect(problems).toEqual([]);
    });

    test("an index of another precision replaces the previous one", async () => {
      const { database, openStore } = await start();
      const full = await openStore({ halfvec: false });
      await put(full, records(1200));
      await validIndex(database);
      await full.close();
      const half = await openStore({ halfvec: true });
      await half.query(question());
      await eventually(async () => {
        const all = await indexes(database);
        return all.length === 1 && all[0]?.valid && all[0].definition.includes("halfvec");
      });
    });

    test("ready() throws once the database is closed", async () => {
      const database = await open();
      const store = await createPgvectorStore(database.db, options);
      await store.ready?.();
      await database.close();
      expect(await rejection(Promise.resolve(store.ready?.()))).toMatchObject({ code: "unavailable" });
    });
  });
});
