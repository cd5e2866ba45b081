import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { LexicalDocument, LexicalEntry, LexicalIndex } from "@quarry/core";
import { createMemoryLexicalIndex } from "@quarry/memory";
import { createPostgresLexicalIndex, type PostgresLexicalOptions, type SqlDatabase } from "@quarry/pgvector";
import type { OpenDatabase } from "../../server/src/platform/database/database.ts";
import { openServerDatabase } from "../../server/src/platform/database/server.ts";
import { rejection } from "../support/failure.ts";
import { hasPostgres, startPostgres, type TestPostgres } from "../support/postgres.ts";
import { until } from "../support/until.ts";
import { compareAnswers, createHistory, heldDocuments } from "./lexical-history.ts";

// What the lexical index guarantees across processes, transactions and failures. On a server of its own, which it may
// stop.

const MANUAL = { automaticMerging: false, mergePolicy: { fanIn: 2, tierFactor: 100 } };

function document(documentId: string, text: string, more: Partial<LexicalEntry> = {}): LexicalDocument {
  const entry: LexicalEntry = {
    id: `c-${documentId}`,
    orgId: "o",
    spaceId: "s",
    documentId,
    generation: 1,
    text,
    context: "",
    metadata: {},
    ...more,
  };
  return { documentId, entries: [entry] };
}

async function find(index: LexicalIndex, query: string, spaceIds = ["s"], orgId = "o"): Promise<string[]> {
  const { hits } = await index.search({ orgId, spaceIds }, query, 1000);
  return hits.map(({ id }) => id).sort();
}

describe.skipIf(!hasPostgres())("the lexical index in PostgreSQL", () => {
  let server: TestPostgres;
  let url: string;
  let first: OpenDatabase;
  let second: OpenDatabase;
  beforeAll(async () => {
    server = await startPostgres();
    url = await server.createDatabase();
    [first, second] = await Promise.all([openServerDatabase(url), openServerDatabase(url)]);
  }, 120_000);
  afterAll(async () => {
    await Promise.all([first?.close(), second?.close()]);
    await server?.stop();
  }, 120_000);

  const open = async (database: OpenDatabase, options: PostgresLexicalOptions = MANUAL) => {
    const index = await createPostgresLexicalIndex(database.db, options);
    await index.delete({ orgId: "o" });
    await index.delete({ orgId: "p" });
    return index;
  };
  const count = async (what: string) => {
    const [row] = await first.db.execute(`select count(*)::int as total from ${what}`);
    return Number(row?.total);
  };

  test("two processes may start on an empty database at the same time", async () => {
    const empty = await server.createDatabase();
    const both = await Promise.all([openServerDatabase(empty), openServerDatabase(empty)]);
    const indexes = await Promise.all(both.map(({ db }) => createPostgresLexicalIndex(db)));
    await indexes[0]?.replaceDocuments("o", [document("a", "apple")]);
    expect(await find(indexes[1] as LexicalIndex, "apple")).toEqual(["c-a"]);
    await Promise.all(both.map((database) => database.close()));
  });

  test("two processes see each other's writes and merges immediately", async () => {
    const left = await open(first);
    const right = await open(second);
    for (let at = 0; at < 20; at++) {
      const [writer, reader] = at % 2 === 0 ? [left, right] : [right, left];
      await writer.replaceDocuments("o", [document(`d${at % 7}`, `apple version${at}`)]);
      expect(await find(reader, `version${at}`)).toContain(`c-d${at % 7}`);
      if (at % 4 === 3) await reader.settle();
      if (at % 5 === 4) await writer.settle();
      expect(await find(reader, "apple")).toHaveLength(Math.min(7, at + 1));
    }
    await left.delete({ orgId: "o", documentId: "d3" });
    expect(await find(right, "apple")).toHaveLength(6);
  });

  test("a repeated search of unchanged spaces takes one statement, and a changed space is read again", async () => {
    const statements: string[] = [];
    const logged = await openServerDatabase(url, undefined, { logQuery: (text) => statements.push(text) });
    const writer = await open(first);
    const reader = await createPostgresLexicalIndex(logged.db, MANUAL);
    const searchBoth = async () => {
      statements.length = 0;
      return { ids: await find(reader, "apple mobile pear", ["s", "t"]), count: statements.length };
    };
    await writer.replaceDocuments("o", [document("a", "apple"), document("b", "apple", { spaceId: "t" })]);
    await searchBoth();
    expect(await searchBoth()).toEqual({ ids: ["c-a", "c-b"], count: 1 });
    await writer.replaceDocuments("o", [document("a", "plum")]);
    expect(await searchBoth()).toMatchObject({ ids: ["c-b"] });
    expect((await searchBoth()).count).toBe(1);
    await writer.settle();
    expect(await searchBoth()).toMatchObject({ ids: ["c-b"] });
    expect(await searchBoth()).toEqual({ ids: ["c-b"], count: 1 });
    await writer.delete({ orgId: "o", spaceId: "t" });
    expect(await searchBoth()).toMatchObject({ ids: [] });
    await logged.close();
  });

  test("separates tenants", async () => {
    const index = await open(first);
    await index.replaceDocuments("o", [document("d", "apple")]);
    await index.replaceDocuments("p", [document("d", "apple pear", { orgId: "p", id: "c-p" })]);
    expect(await find(index, "apple pear")).toEqual(["c-d"]);
    expect(await find(index, "apple pear", ["s"], "p")).toEqual(["c-p"]);
    await index.delete({ orgId: "p", spaceId: "s" });
    expect(await find(index, "apple")).toEqual(["c-d"]);
    await index.delete({ orgId: "o" });
    for (const table of ["segments", "pages", "lists", "dead", "chunks", "documents"])
      expect(await count(`lexical_${table}`)).toBe(0);
  });

  test("a write within a transaction appears with its commit and vanishes with a rollback", async () => {
    const index = await open(first);
    await index.replaceDocuments("o", [document("a", "apple")]);
    const rows = () => count("lexical_segments, lexical_documents, lexical_chunks");
    const before = await rows();
    const work = first.db.transaction(async (tx) => {
      const writer = index.within?.(tx);
      await writer?.replaceDocuments("o", [document("a", "pear"), document("b", "pear")]);
      await writer?.delete({ orgId: "o", documentId: "a" });
      expect(await find(index, "apple pear")).toEqual(["c-a"]);
      throw new Error("rolled back");
    });
    expect(String(await rejection(work))).toContain("rolled back");
    expect(await rows()).toBe(before);
    expect(await find(index, "apple pear")).toEqual(["c-a"]);
    await first.db.transaction(async (tx) => {
      await index.within?.(tx).replaceDocuments("o", [document("a", "pear"), document("b", "pear")]);
    });
    expect(await find(index, "pear")).toEqual(["c-a", "c-b"]);
    expect(await find(index, "apple")).toEqual([]);
  });

  test("of two concurrent versions of a document one stays, and readers always see exactly one", async () => {
    const left = await open(first);
    const right = await open(second);
    const version = (name: string) => ({
      documentId: "d",
      entries: Array.from({ length: 20 }, (_, at): LexicalEntry => {
        const { entries } = document("d", `apple ${name}`, { id: `${name}${at}` });
        return entries[0] as LexicalEntry;
      }),
    });
    await left.replaceDocuments("o", [version("x")]);
    let isDone = false;
    const writing = Promise.all(
      [left, right].map(async (index, side) => {
        for (let at = 0; at < 15; at++) await index.replaceDocuments("o", [version("yz"[side] ?? "")]);
      }),
    ).finally(() => {
      isDone = true;
    });
    while (!isDone) {
      const ids = await find(right, "apple");
      expect(ids).toHaveLength(20);
      expect(new Set(ids.map((id) => id.charAt(0))).size).toBe(1);
      await left.settle();
    }
    await writing;
    await left.settle();
    expect(await count("lexical_documents where org_id = 'o'")).toBe(1);
    expect(await count("lexical_chunks where org_id = 'o'")).toBe(20);
  });

  test("a writer waits for another writer of the same document", async () => {
    const [left, right] = [await open(first), await open(second)];
    let writing: Promise<void> | undefined;
    await first.db.transaction(async (tx) => {
      await left.within?.(tx).replaceDocuments("o", [document("d", "apple")]);
      writing = right.replaceDocuments("o", [document("d", "pear")]);
      await Bun.sleep(100);
      expect(await find(left, "apple pear")).toEqual([]);
    });
    await writing;
    expect(await find(left, "apple")).toEqual([]);
    expect(await find(left, "pear")).toEqual(["c-d"]);
    expect(await heldDocuments(left, "o")).toHaveLength(1);
  });

  test.each([{ spaceId: "s" }, { documentId: "d" }, {}])(
    "the deletion %j waits for an earlier write and deletes its document",
    async (what) => {
      const [left, right] = [await open(first), await open(second)];
      let deleting: Promise<void> | undefined;
      await first.db.transaction(async (tx) => {
        await left.within?.(tx).replaceDocuments("o", [document("d", "apple")]);
        deleting = right.delete({ orgId: "o", ...what });
        await Bun.sleep(100);
      });
      await deleting;
      expect(await find(left, "apple")).toEqual([]);
      expect(await heldDocuments(left, "o")).toEqual([]);
      await find(left, "apple");
      await left.settle();
      for (const table of ["segments", "pages", "dead", "chunks"])
        expect(await count(`lexical_${table} where org_id = 'o'`)).toBe(0);
    },
  );

  test("a space deleted during writes and merges stays deleted", async () => {
    const index = await open(first);
    const other = await open(second);
    for (let round = 0; round < 10; round++) {
      for (let at = 0; at < 6; at++) await index.replaceDocuments("o", [document(`d${at}`, "apple pear")]);
      const writing = first.db.transaction(async (tx) => {
        await index.within?.(tx).replaceDocuments("o", [document("late", "apple")]);
        await Bun.sleep(round);
      });
      await Bun.sleep(round);
      await Promise.all([writing, index.settle(), other.delete({ orgId: "o", spaceId: "s" })]);
      await other.delete({ orgId: "o", documentId: "late" });
      await other.settle();
      expect(await find(other, "apple")).toEqual([]);
      expect(await count("lexical_documents where org_id = 'o'")).toBe(0);
      expect(await count("lexical_chunks where org_id = 'o'")).toBe(0);
    }
  });

  test("concurrent merges, writes, deletions and searches lose and resurrect nothing", async () => {
    const busy = { mergePolicy: { fanIn: 2, tierFactor: 3 } };
    const problems: unknown[] = [];
    const left = await createPostgresLexicalIndex(first.db, {
      ...busy,
      onProblem: (error) => problems.push(error),
    });
    const right = await createPostgresLexicalIndex(second.db, {
      ...busy,
      onProblem: (error) => problems.push(error),
    });
    for (const orgId of ["o", "p"]) await left.delete({ orgId });
    const memory = createMemoryLexicalIndex();
    const history = createHistory(77);
    let isDone = false;
    const merging = Promise.all(
      [left, right].map(async (index) => {
        while (!isDone) {
          await index.settle();
          await Bun.sleep(1);
        }
      }),
    );
    for (let step = 0; step < 80; step++) {
      const index = step % 2 === 0 ? left : right;
      if (history.random() < 0.25) {
        const selector = history.deletion();
        await memory.delete(selector);
        await index.delete(selector);
      } else {
        const { orgId, documents } = history.replacement();
        await memory.replaceDocuments(orgId, documents);
        await index.replaceDocuments(orgId, documents);
      }
      await compareAnswers(memory, step % 3 === 0 ? left : right, history.question());
    }
    isDone = true;
    await merging;
    for (const orgId of ["o", "p"])
      expect(await heldDocuments(left, orgId)).toEqual(await heldDocuments(memory, orgId));
    expect(problems).toEqual([]);
    await Promise.all([left.close(), right.close()]);
  }, 120_000);

  test("a space that is no longer written has few segments", async () => {
    const index = await open(first, {
      automaticMerging: true,
      mergePolicy: { fanIn: 8, quietFanIn: 2, tierFactor: 8 },
    });
    const segments = () => count("lexical_segments where org_id = 'o'");
    for (let at = 0; at < 5; at++) await index.replaceDocuments("o", [document(`d${at}`, `apple ${at}`)]);
    expect(await segments()).toBe(5);
    await until("one segment", async () => (await segments()) === 1 || undefined);
    expect(await find(index, "apple")).toEqual(["c-d0", "c-d1", "c-d2", "c-d3", "c-d4"]);
    await index.close();
  });

  test("a merge leaves neither marks nor segments of deleted documents", async () => {
    const index = await open(first);
    for (let at = 0; at < 10; at++) await index.replaceDocuments("o", [document(`d${at % 2}`, "apple")]);
    await index.settle();
    expect(await count("lexical_segments where org_id = 'o'")).toBe(1);
    expect(await count("lexical_dead where org_id = 'o'")).toBe(0);
    await index.delete({ orgId: "o", documentId: "d0" });
    await index.delete({ orgId: "o", documentId: "d1" });
    await index.settle();
    for (const table of ["segments", "pages", "lists", "dead", "chunks", "documents"])
      expect(await count(`lexical_${table} where org_id = 'o'`)).toBe(0);
  });

  test("a merge that fails or is cancelled at any statement changes nothing", async () => {
    const index = await open(first);
    for (let at = 0; at < 12; at++) await index.replaceDocuments("o", [document(`d${at}`, `apple ${at}`)]);
    const state = async () => [
      ...(await first.db.execute("select segment_id from lexical_segments order by 1")),
      ...(await first.db.execute("select distinct segment_id from lexical_pages order by 1")),
    ];
    const before = await state();

    /**
     * Merges with a failure after a number of statements; returns the reported problems, or undefined when the merge
     * had fewer statements.
     */
    const merge = async (limit: number, mishap: (index: LexicalIndex) => Promise<unknown>) => {
      const problems: unknown[] = [];
      let statements = Number.NEGATIVE_INFINITY;
      const database: SqlDatabase = {
        execute: (statement) => second.db.execute(statement),
        transaction: (work, config) =>
          second.db.transaction(
            (tx) =>
              work({
                async execute(statement) {
                  const rows = await tx.execute(statement);
                  statements += 1;
                  if (statements === limit) await mishap(broken);
                  return rows;
                },
              }),
            config,
          ),
      };
      const broken: LexicalIndex & { settle(): Promise<void> } = await createPostgresLexicalIndex(database, {
        ...MANUAL,
        onProblem: (error) => problems.push(error),
      });
      await find(broken, "apple");
      statements = 0;
      await broken.settle();
      return statements >= limit ? problems : undefined;
    };

    let limit = 1;
    for (; ; limit++) {
      const problems = await merge(limit, () => Promise.reject(new Error("select secret")));
      // One more statement than the merge has: the next check of the space finds nothing to do.
      if ((await state()).length === 2) break;
      expect(problems).toHaveLength(1);
      expect(problems).toMatchObject([
        { code: "internal", message: "The database of the lexical index rejected a statement." },
      ]);
      expect(await state()).toEqual(before);
      expect(await find(index, "apple")).toHaveLength(12);
    }
    expect(limit).toBeGreaterThan(15);

    for (let at = 12; at < 24; at++) await index.replaceDocuments("o", [document(`d${at}`, `apple ${at}`)]);
    const later = await state();
    for (limit = 1; limit < 4; limit++) {
      const problems = await merge(limit, (broken) => Promise.race([broken.close(), Bun.sleep(0)]));
      expect(problems).toEqual([]);
      expect(await state()).toEqual(later);
    }
    await find(index, "apple");
    await index.settle();
    expect(await state()).toHaveLength(2);
    expect(await find(index, "apple")).toHaveLength(24);
  }, 120_000);

  test("a search is repeated when its segments or chunks are deleted while it reads", async () => {
    const index = await open(first);
    let meanwhile: (() => Promise<void>) | undefined;
    const database: SqlDatabase = {
      async execute(statement) {
        const rows = await first.db.execute(statement);
        const task = meanwhile;
        meanwhile = undefined;
        await task?.();
        return rows;
      },
      transaction: (work, config) => first.db.transaction(work, config),
    };
    const write = (name: string, text: string) => index.replaceDocuments("o", [document(name, text)]);
    const interrupted = async (task: () => Promise<void>) => {
      // Nothing is cached yet, so it reads everything.
      const fresh = await createPostgresLexicalIndex(database, MANUAL);
      meanwhile = task;
      const found = await find(fresh, "apple pear");
      expect(meanwhile).toBeUndefined();
      meanwhile = task;
      expect(await fresh.sketch("o", "apple", 10, new Set())).toHaveLength(1);
      return found;
    };
    for (const name of ["a", "b", "c"]) await write(name, `apple ${name}`);
    expect(await interrupted(() => index.settle())).toEqual(["c-a", "c-b", "c-c"]);
    expect(await interrupted(() => write("a", "pear"))).toEqual(["c-a", "c-b", "c-c"]);
    expect(await interrupted(() => index.delete({ orgId: "o", documentId: "b" }))).toEqual(["c-a", "c-c"]);
  });

  test("documents of another version are found until they are indexed again", async () => {
    const index = await open(first);
    await index.replaceDocuments("o", [document("a", "apple"), document("b", "apple", { generation: 3 })]);
    await first.db.execute("update lexical_documents set version = 0 where document_id = 'a'");
    expect(await heldDocuments(index, "o")).toEqual(["a s -1 1", "b s 3 1"]);
    expect(await find(index, "apple")).toEqual(["c-a", "c-b"]);
    await index.replaceDocuments("o", [document("a", "apple", { generation: 2 })]);
    expect(await heldDocuments(index, "o")).toEqual(["a s 2 1", "b s 3 1"]);
  });

  test("ties at topK are cut by id, and documents() returns more than a page", async () => {
    const index = await open(first);
    const ids = Array.from({ length: 2500 }, (_, at) => `d${String((at * 7919) % 2500).padStart(4, "0")}`);
    for (let start = 0; start < ids.length; start += 500)
      await index.replaceDocuments(
        "o",
        ids.slice(start, start + 500).map((id) => document(id, "same words everywhere")),
      );
    const { hits } = await index.search({ orgId: "o", spaceIds: ["s"] }, "same words", 120);
    expect(hits.map(({ documentId }) => documentId)).toEqual([...ids].sort().slice(0, 120));
    expect(await heldDocuments(index, "o")).toHaveLength(2500);
  });

  test("rejects a chunk of another document or organization", async () => {
    const index = await open(first);
    const [entry] = document("a", "apple").entries;
    const wrong = [{ documentId: "b", entries: [entry as LexicalEntry] }];
    expect(String(await rejection(index.replaceDocuments("o", wrong)))).toContain("does not belong");
    expect(String(await rejection(index.replaceDocuments("p", [document("a", "apple")])))).toContain(
      "does not belong",
    );
  });

  test("throws unavailable without SQL when the database is closed", async () => {
    const database = await openServerDatabase(url);
    const index = await createPostgresLexicalIndex(database.db, MANUAL);
    await database.close();
    const error = await find(index, "apple").catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: "unavailable",
      message: "The database of the lexical index is unavailable. Try again later.",
    });
  });
});
