import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { SearchScope, VectorHit, VectorRecord } from "@quarry/core";
import { type NamedStore, openEveryStore } from "./every-store.ts";
import { createVectorModel, type VectorModel } from "./vector-model.ts";
import { cosine } from "./vector-pool.ts";
import { vectorTraffic } from "./vector-traffic.ts";

/**
 * Sends the same writes and queries to every vector store and compares the results with a plain list of records, id by
 * id. `QUARRY_TEST_SEED` repeats one sequence; `QUARRY_TEST_SCALE=full` runs many.
 */
const isFull = process.env.QUARRY_TEST_SCALE === "full";
const SEEDS = process.env.QUARRY_TEST_SEED
  ? [Number(process.env.QUARRY_TEST_SEED)]
  : Array.from({ length: isFull ? 20 : 3 }, (_, at) => at + 1);
const STEPS = isFull ? 1500 : 250;
const TOLERANCE = 1e-4;

let stores: readonly NamedStore[] = [];
let close: () => Promise<void>;
beforeAll(async () => {
  ({ stores, close } = await openEveryStore());
}, 120_000);
afterAll(() => close?.(), 60_000);

/** Returns the faults of all stores' results. */
async function faultsOf<Answer>(
  ask: (store: NamedStore["store"]) => Promise<Answer>,
  faultOf: (answer: Answer, store: NamedStore) => string | undefined,
): Promise<string[]> {
  const answers = await Promise.all(stores.map(async (named) => ({ named, answer: await ask(named.store) })));
  return answers.flatMap(({ named, answer }) => {
    const fault = faultOf(answer, named);
    return fault === undefined ? [] : [`${named.name}: ${fault}`];
  });
}

/**
 * Checks that hits are the head of the ranking. Counts skipped matches separately, since an engine's index may miss some;
 * the number, order and scores of the hits must be right in any case.
 */
function readHits(hits: readonly VectorHit[], ranking: readonly VectorHit[], topK: number) {
  const wanted = Math.min(topK, ranking.length);
  if (hits.length !== wanted) return { fault: `${hits.length} hits instead of ${wanted}`, skipped: 0 };
  let at = -1;
  for (const [index, { score: given, ...place }] of hits.entries()) {
    at = ranking.findIndex(({ id }, next) => next > at && id === place.id);
    const { score, ...expected } = ranking[at] ?? { score: Number.NaN };
    // Negated so that NaN is an error.
    const isNear = Math.abs(given - score) <= TOLERANCE && Math.abs(given) <= 1;
    if (!isNear || !Bun.deepEquals(place, expected))
      return { fault: `hit ${index} is ${JSON.stringify({ ...place, given })}, not ${score}`, skipped: 0 };
  }
  return { fault: undefined, skipped: at + 1 - wanted };
}

/** Compares a store's records with the model's, up to rounding of the vectors. */
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

describe("all vector stores agree", () => {
  for (const seed of SEEDS)
    test(`on ${STEPS} random writes and queries (seed ${seed})`, async () => {
      // Each seed uses its own organizations, so nothing needs to be deleted.
      const orgIds = [`org_${seed}_a`, `org_${seed}_b`];
      const traffic = vectorTraffic(seed, orgIds);
      const model = createVectorModel();
      const tally = { found: 0, filtered: 0, tied: 0, cut: 0 };
      let incomplete = 0;
      const checkCount = async (scope: SearchScope) => {
        const total = model.count(scope);
        const faultOf = (count: number) => (count === total ? undefined : `${count} instead of ${total}`);
        const faults = await faultsOf((store) => store.count(scope), faultOf);
        expect({ seed, scope, faults }).toEqual({ seed, scope, faults: [] });
      };

      for (let number = 0; number < STEPS; number += 1) {
        const step = traffic.next().value;
        if (!("query" in step)) {
          model.apply(step);
          for (const { store } of stores)
            if ("upsert" in step) await store.upsert(step.upsert);
            else await store.delete(step.delete);
          continue;
        }
        const { query } = step;
        const ranking = model.query({ ...query, topK: Number.POSITIVE_INFINITY });
        const faults = await faultsOf(
          (store) => store.query(query),
          (hits, { losesSome }) => {
            const { fault, skipped } = readHits(hits, ranking, query.topK);
            if (skipped === 0) return fault;
            incomplete += 1;
            return losesSome ? undefined : `skips ${skipped} matches`;
          },
        );
        expect({ seed, number, query, faults }).toEqual({ seed, number, query, faults: [] });
        if (number % 10 === 0) await checkCount(query.scope);

        const head = ranking.slice(0, query.topK);
        if (head.length > 1) tally.found += 1;
        if (head.length > 1 && query.filter) tally.filtered += 1;
        if (head.some(({ score }, at) => score === head[at - 1]?.score)) tally.tied += 1;
        if (head.length > 0 && head.at(-1)?.score === ranking[query.topK]?.score) tally.cut += 1;
      }
      for (const orgId of orgIds) {
        const faults = await faultsOf(
          (store) => Array.fromAsync(store.scan(orgId)),
          (records) => faultOfRecords(records, model, orgId),
        );
        expect({ seed, orgId, faults }).toEqual({ seed, orgId, faults: [] });
        await checkCount({ orgId, spaceIds: ["spc_a", "spc_b", "spc_c", "spc_d"] });
      }
      // One in 10,000 of Chroma's results misses a match.
      expect(incomplete).toBeLessThan(STEPS / 50);
      // All of these must be common for a meaningful test.
      for (const count of Object.values(tally)) expect(count).toBeGreaterThan(STEPS / 100);
    }, 600_000);
});
