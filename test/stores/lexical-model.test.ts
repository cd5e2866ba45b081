import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createMemoryLexicalIndex } from "@quarry/memory";
import { createPostgresLexicalIndex, type PostgresLexicalOptions } from "@quarry/pgvector";
import type { OpenDatabase } from "../../server/src/platform/database/database.ts";
import { openServerDatabase } from "../../server/src/platform/database/server.ts";
import { hasPostgres, startPostgres, type TestPostgres } from "../support/postgres.ts";
import { openTestDatabase } from "../support/shared-postgres.ts";
import { compareAnswers, createHistory, heldDocuments } from "./lexical-history.ts";

// Compares the index in PostgreSQL with the in-memory one through the same writes, deletions and questions.

interface Variant {
  readonly name: string;
  readonly seed: number;
  readonly steps: number;
  /** Number of documents that are rewritten; fewer documents leave more retired versions. */
  readonly documents: number;
  readonly options: PostgresLexicalOptions;
  /** Number of documents at the start. */
  readonly start?: number;
}

const TINY_TIERS = { fanIn: 2, tierFactor: 2 };
const VARIANTS: readonly Variant[] = [
  { name: "constant merging", seed: 1, steps: 80, documents: 60, options: { mergePolicy: TINY_TIERS } },
  {
    name: "rare merges, many retired versions",
    seed: 2,
    steps: 80,
    documents: 12,
    options: { mergePolicy: { fanIn: 60, tierFactor: 8 }, automaticMerging: false },
  },
  {
    name: "long posting lists",
    seed: 4,
    steps: 25,
    documents: 700,
    start: 900,
    options: { mergePolicy: { fanIn: 4, tierFactor: 4 } },
  },
  {
    name: "no cache",
    seed: 3,
    steps: 50,
    documents: 40,
    options: { memoryBytes: 0, mergePolicy: { fanIn: 3, tierFactor: 4 } },
  },
];

function suite(open: () => Promise<OpenDatabase>, share: number): void {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await open();
  }, 120_000);
  afterAll(() => database?.close());

  for (const { name, seed, steps, documents, options, start = 0 } of VARIANTS)
    test(`same results as in memory: ${name}`, async () => {
      const problems: unknown[] = [];
      const memory = createMemoryLexicalIndex();
      const postgres = await createPostgresLexicalIndex(database.db, {
        ...options,
        onProblem: (error) => problems.push(error),
      });
      for (const orgId of ["o", "p"]) await postgres.delete({ orgId });
      const history = createHistory(seed);
      for (let count = 0; count < start * share; count += 4) {
        const { orgId, documents: written } = history.replacement(documents);
        await memory.replaceDocuments(orgId, written);
        await postgres.replaceDocuments(orgId, written);
      }
      if (start > 0) {
        await postgres.settle();
        const [row] = await database.db.execute("select count(*)::int as lists from lexical_lists");
        if (share === 1) expect(row?.lists).toBeGreaterThan(10);
      }
      let exact = 0;
      let asked = 0;
      for (let step = 0; step < steps * share; step++) {
        if (history.random() < 0.2) {
          const selector = history.deletion(documents);
          await Promise.all([memory.delete(selector), postgres.delete(selector)]);
        } else {
          const { orgId, documents: written } = history.replacement(documents);
          await Promise.all([
            memory.replaceDocuments(orgId, written),
            postgres.replaceDocuments(orgId, written),
          ]);
        }
        if (options.automaticMerging !== false && step % 5 === 0) await postgres.settle();
        for (let count = 0; count < 2; count++) {
          exact += Number(await compareAnswers(memory, postgres, history.question()));
          asked += 1;
        }
      }
      await postgres.settle();
      for (let count = 0; count < 20; count++) {
        exact += Number(await compareAnswers(memory, postgres, history.question()));
        asked += 1;
      }
      for (const orgId of ["o", "p"])
        expect(await heldDocuments(postgres, orgId)).toEqual(await heldDocuments(memory, orgId));
      expect(problems).toEqual([]);
      expect(exact).toBe(asked);
      await postgres.close();
    }, 120_000);
}

describe("the lexical index on the embedded database", () => {
  suite(() => openTestDatabase({ isMigrated: false }), 0.3);
});

describe.skipIf(!hasPostgres())("the lexical index on PostgreSQL", () => {
  let postgres: TestPostgres;
  afterAll(() => postgres?.stop());
  suite(async () => {
    postgres = await startPostgres();
    return openServerDatabase(await postgres.createDatabase());
  }, 1);
});
