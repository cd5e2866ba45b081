import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createChromaVectorStore } from "@quarry/chroma";
import type { Scope, VectorHit, VectorRecord, VectorStore } from "@quarry/core";
import { createMemoryVectorStore } from "@quarry/memory";
import { createPgvectorStore } from "@quarry/pgvector";
import { openEmbeddedDatabase } from "../../server/src/database/embedded.ts";
import { openServerDatabase } from "../../server/src/database/server.ts";
import { createStore } from "../stores/sqlite-store.ts";
import { hasChroma, startChroma } from "../support/chroma.ts";
import { hasPostgres, startPostgres } from "../support/postgres.ts";
import { createVectorModel, type VectorModel } from "./vector-model.ts";
import { cosine } from "./vector-pool.ts";
import { vectorTraffic } from "./vector-traffic.ts";

/**
 * The same writes and questions go to every vector store there is; all must answer what a plain list of records says,
 * to the last id. `QUARRY_TEST_SEED` repeats one sequence, `QUARRY_TEST_SCALE=full` runs many.
 */
const isFull = process.env.QUARRY_TEST_SCALE === "full";
const SEEDS = process.env.QUARRY_TEST_SEED
  ? [Number(process.env.QUARRY_TEST_SEED)]
  : Array.from({ length: isFull ? 40 : 4 }, (_, at) => at + 1);
const STEPS = isFull ? 1500 : 300;
const TOLERANCE = 1e-4;

const stores: [name: string, store: VectorStore][] = [];
const closing: (() => Promise<unknown>)[] = [];

for (const [name, isThere] of [
  ["PostgreSQL", hasPostgres()],
  ["Chroma", hasChroma()],
] as const)
  if (!isThere) console.warn(`LEFT OUT: ${name}, which is not on this machine, agrees with nobody here.`);

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), "quarry-agree-"));
  closing.push(() => rm(folder, { recursive: true, force: true }));
  const add = (name: string, store: VectorStore) => {
    closing.push(() => store.close());
    stores.push([name, store]);
  };

  add("memory", createMemoryVectorStore());
  // It answers exactly as long as the index proposes everything, which with few records it does.
  const indexed = createMemoryVectorStore({ exactBelow: 4, proposalCost: 0 });
  const query: VectorStore["query"] = async (question) => {
    await indexed.settled();
    return indexed.query(question);
  };
  add("memory with an index", { ...indexed, query });
  add("SQLite", createStore({ dataDir: join(folder, "sqlite") }));

  const embedded = await openEmbeddedDatabase(join(folder, "database"));
  closing.push(() => embedded.close());
  add("pgvector, embedded", await createPgvectorStore(embedded.db));
  if (hasPostgres()) {
    const postgres = await startPostgres();
    closing.push(() => postgres.stop());
    const database = await openServerDatabase(await postgres.createDatabase());
    closing.push(() => database.close());
    add("pgvector on PostgreSQL", await createPgvectorStore(database.db));
  }
  if (hasChroma()) {
    const chroma = await startChroma();
    closing.push(() => chroma.stop());
    add("Chroma", createChromaVectorStore({ url: chroma.url }));
  }
}, 120_000);
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
}, 60_000);

/** What each store says wrongly. */
async function wrong<Answer>(
  ask: (store: VectorStore) => Promise<Answer>,
  faultOf: (answer: Answer) => string | undefined,
): Promise<string[]> {
  const answers = await Promise.all(stores.map(async ([name, store]) => [name, await ask(store)] as const));
  return answers.flatMap(([name, answer]) => {
    const fault = faultOf(answer);
    return fault === undefined ? [] : [`${name}: ${fault}`];
  });
}

function faultOfHits(hits: readonly VectorHit[], expected: readonly VectorHit[]): string | undefined {
  if (hits.length !== expected.length) return `${hits.length} hits instead of ${expected.length}`;
  for (const [at, hit] of hits.entries()) {
    const { score, ...place } = expected[at] as VectorHit;
    const { score: given, ...givenPlace } = hit;
    // Negated, so that NaN is a fault.
    const isNear = Math.abs(given - score) <= TOLERANCE && Math.abs(given) <= 1;
    if (!isNear || !Bun.deepEquals(givenPlace, place))
      return `hit ${at} is ${JSON.stringify(hit)} instead of ${JSON.stringify(expected[at])}`;
  }
  return undefined;
}

/** A record as two stores hold it must be the same but for the last digits of its vector. */
function faultOfRecords(records: readonly VectorRecord[], model: VectorModel, orgId: string) {
  const expected = new Map(model.records(orgId).map((record) => [record.id, record]));
  if (records.length !== expected.size) return `${records.length} records instead of ${expected.size}`;
  for (const { vector, ...rest } of records) {
    const { vector: given, ...others } = expected.get(rest.id) ?? { vector: new Float32Array() };
    const isSame = Math.abs(Math.hypot(...vector) - 1) < 1e-6 && (cosine(vector, given) ?? 0) > 1 - 1e-6;
    if (!isSame || !Bun.deepEquals(rest, others))
      return `holds ${JSON.stringify({ ...rest, vector })} instead of ${JSON.stringify({ ...others, given })}`;
    expected.delete(rest.id);
  }
  return undefined;
}

describe("all vector stores answer alike", () => {
  for (const seed of SEEDS)
    test(`to ${STEPS} random writes and questions (seed ${seed})`, async () => {
      // Every seed has organizations of its own, so that none need be deleted.
      const orgIds = [`org_${seed}_a`, `org_${seed}_b`];
      const traffic = vectorTraffic(seed, orgIds);
      const model = createVectorModel();
      const tally = { found: 0, filtered: 0, tied: 0, cut: 0 };
      const checkCount = async (scope: Scope) => {
        const total = model.count(scope);
        const faults = await wrong(
          (store) => store.count(scope),
          (count) => (count === total ? undefined : `counts ${count} instead of ${total}`),
        );
        expect({ seed, scope, faults }).toEqual({ seed, scope, faults: [] });
      };

      for (let number = 0; number < STEPS; number += 1) {
        const step = traffic.next().value;
        if ("query" in step) {
          const { query } = step;
          const expected = model.query(query);
          const faults = await wrong(
            (store) => store.query(query),
            (hits) => faultOfHits(hits, expected),
          );
          expect({ seed, number, query, faults }).toEqual({ seed, number, query, faults: [] });
          if (expected.length > 1) tally.found += 1;
          if (expected.length > 1 && query.filter) tally.filtered += 1;
          if (expected.some(({ score }, at) => score === expected[at - 1]?.score)) tally.tied += 1;
          const next = model.query({ ...query, topK: query.topK + 1 })[query.topK];
          if (next && next.score === expected.at(-1)?.score) tally.cut += 1;
          if (number % 10 === 0) await checkCount(query.scope);
        } else {
          model.apply(step);
          for (const [, store] of stores)
            if ("upsert" in step) await store.upsert(step.upsert);
            else await store.delete(step.delete);
        }
      }
      for (const orgId of orgIds) {
        const faults = await wrong(
          (store) => Array.fromAsync(store.scan(orgId)),
          (records) => faultOfRecords(records, model, orgId),
        );
        expect({ seed, orgId, faults }).toEqual({ seed, orgId, faults: [] });
        for (const spaceId of ["spc_a", "spc_b", "spc_c", "spc_d"])
          await checkCount({ orgId, spaceIds: [spaceId] });
      }
      // All this must be common, or the test shows nothing.
      for (const count of Object.values(tally)) expect(count).toBeGreaterThan(STEPS / 100);
    }, 600_000);
});
