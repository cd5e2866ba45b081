import {
  type Filter,
  parseFilter,
  type VectorQuery,
  type VectorRecord,
  type VectorSelector,
} from "@quarry/core";
import type { Json, Metadata } from "@quarry/schema";
import fc from "fast-check";
import { seededRandom } from "../support/seeded-random.ts";
import { type JsonPair, jsonPair } from "./json-pairs.ts";
import { createVectorPool } from "./vector-pool.ts";

/** An operation on every store. */
export type Step =
  | { readonly upsert: readonly VectorRecord[] }
  | { readonly delete: VectorSelector }
  | { readonly query: VectorQuery };

/** Name and dimensions of each model: one that suits vectorized loops and one that does not. */
const MODELS = [
  { model: "model-a", dimensions: 32 },
  { model: "model-b", dimensions: 45 },
];
const SPACES = ["spc_a", "spc_b", "spc_c", "spc_d"];
const DOCUMENTS = Array.from({ length: 25 }, (_, at) => `doc_${at}`);
/** Fewer than 100 records per model, which even an index with a candidate list of 100 returns completely. */
const RECORDS_PER_ORG = 140;
const VALUES: readonly Json[] = [0, 2, 2.5, -3, 1e21, "", "2", "b", "é", "it's", true, null];

/** Generates an endless, seeded random sequence of writes and queries over the given organizations. */
export function* vectorTraffic(seed: number, orgIds: readonly string[]): Generator<Step, never> {
  const random = seededRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <Item>(items: readonly Item[]) => items[below(items.length)] as Item;
  const some = <Item>(items: readonly Item[], most: number) =>
    Array.from({ length: below(most + 1) }, () => pick(items));
  const pools = MODELS.map(({ model, dimensions }) => ({
    model,
    pool: createVectorPool(random, dimensions),
  }));
  const pairs = fc.sample(jsonPair, { seed, numRuns: 60 });
  let generation = 0;

  const list = () => pick<Json>([[], some(VALUES, 3), [[pick(VALUES)], { a: pick(VALUES) }, pick(VALUES)]]);
  const value = () => (below(3) === 0 ? list() : pick(VALUES));
  function metadata(): Metadata {
    const fields: [string, Json][] = [];
    if (below(3) > 0) fields.push(["n", value()]);
    if (below(3) > 0) fields.push(["tags", list()]);
    if (below(2) === 0)
      fields.push(["nest", pick<Json>([{ a: value() }, { a: { b: value() } }, value(), {}])]);
    if (below(3) > 0) fields.push(["any", pick<JsonPair>(pairs)[0]]);
    // JSON does not distinguish -0 from 0.
    return JSON.parse(JSON.stringify(Object.fromEntries(fields)));
  }
  // Few different values, so that filters often match several records.
  const metadatas = Array.from({ length: 24 }, metadata);

  function condition(): Metadata {
    const path = pick(["n", "tags", "nest", "nest.a", "nest.a.b", "any", "none"]);
    const bounds = VALUES.filter((each) => typeof each === "number" || typeof each === "string");
    return pick<() => Metadata>([
      () => ({ [path]: pick(VALUES) }),
      () => ({ [path]: { $ne: pick(VALUES) } }),
      () => ({ [path]: { $in: some(VALUES, 5) } }),
      () => ({ [path]: { $exists: below(2) === 0 } }),
      () => ({ [path]: { [pick(["$gt", "$gte", "$lt", "$lte"])]: pick(bounds) } }),
    ])();
  }
  function operators(depth: number): Metadata {
    if (depth === 0 || below(2) === 0) return condition();
    if (below(3) === 0) return { $not: operators(depth - 1) };
    return { [pick(["$and", "$or"])]: Array.from({ length: 1 + below(3) }, () => operators(depth - 1)) };
  }
  function contained(): Metadata {
    const given = pick(metadatas);
    const [name, kept] = pick(Object.entries(given)) ?? ["n", null];
    return pick<Metadata>([
      { any: pick<JsonPair>(pairs)[1] },
      { [name]: kept },
      given,
      { nest: { a: pick(VALUES) } },
    ]);
  }
  function filter(): Filter | undefined {
    const dice = below(5);
    return parseFilter(dice < 3 ? contained() : undefined, dice > 1 ? operators(2) : undefined);
  }

  function record(orgId: string, documentId: string): VectorRecord {
    const { model, pool } = pick(pools);
    const number = below(RECORDS_PER_ORG);
    // With capitals, which some collations order differently.
    const id = `chk_${orgId}_${number % 3 === 0 ? "Z" : "a"}${number.toString(36)}`;
    const place = { id, orgId, documentId, spaceId: pick(SPACES) };
    return { ...place, generation, model, vector: pool.record(), metadata: pick(metadatas) };
  }
  function query(): VectorQuery {
    const { model, pool } = pick(pools);
    const scope = {
      orgId: pick(orgIds),
      spaceIds: below(12) === 0 ? [] : [pick(SPACES), ...some(SPACES, 4)],
    };
    const documentIds = below(4) === 0 ? some(DOCUMENTS, 12) : undefined;
    const narrowed = below(5) < 3 ? filter() : undefined;
    return {
      ...{ model, vector: pool.question(), topK: pick([1, 2, 3, 7, 20, 60, 1000]) },
      scope: documentIds ? { ...scope, documentIds } : scope,
      ...(narrowed ? { filter: narrowed } : {}),
    };
  }

  for (;;) {
    const [dice, orgId, documentId] = [below(100), pick(orgIds), pick(DOCUMENTS)];
    if (dice < 75) yield { query: query() };
    else if (dice < 94) {
      generation += 1;
      const isEdit = below(2) === 0;
      const ofDocument = () => record(orgId, isEdit ? documentId : pick(DOCUMENTS));
      yield { upsert: Array.from({ length: 1 + below(40) }, ofDocument) };
      // Like the service: writes the new chunks first, then deletes the old ones.
      if (isEdit) yield { delete: { orgId, documentId, beforeGeneration: generation } };
    } else if (dice < 96) yield { delete: { orgId, documentId } };
    else if (dice < 98) yield { delete: { orgId, documentId, beforeGeneration: below(generation + 2) } };
    else if (dice < 99) yield { delete: { orgId, spaceId: pick(SPACES) } };
    else if (below(2) === 0) yield { delete: { orgId } };
  }
}
