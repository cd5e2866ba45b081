import { expect, test } from "bun:test";
import {
  type Filter,
  matchesFilter,
  type SearchScope,
  type VectorHit,
  type VectorQuery,
  type VectorRecord,
  type VectorSelector,
} from "@quarry/core";
import { createMemoryVectorStore } from "./memory-vector-store.ts";
import { createTestRandom } from "./test-random.fixture.ts";

// Compares the store with a plain list of records through random upserts, updates and deletions.

const ORGS = ["o", "p"];
const SPACES = ["s", "s2", "t"];
const DOCUMENTS = ["d1", "d2", "d3", "d4", "d5"];
const DIMENSIONS = new Map([
  ["m", 5],
  ["n", 8],
]);
const FILTERS: readonly Filter[] = [
  { kind: "contains", value: { tags: ["x"] } },
  { kind: "compare", path: ["year"], operator: "$gte", value: 2 },
  { kind: "not", part: { kind: "exists", path: ["tags"] } },
];

type Random = ReturnType<typeof createTestRandom>;

// Small integers make zero vectors, ties and right angles common.
const randomVector = ({ below }: Random, model: string) =>
  Float32Array.from({ length: DIMENSIONS.get(model) ?? 0 }, () => below(3) - 1);

function randomRecord(random: Random): VectorRecord {
  const { below, pick } = random;
  const model = pick(["m", "m", "n"]);
  return {
    id: `c${below(80)}`,
    orgId: pick(ORGS),
    spaceId: pick(SPACES),
    documentId: pick(DOCUMENTS),
    generation: below(4),
    model,
    vector: randomVector(random, model),
    metadata: pick([{}, { tags: ["x", "y"] }, { year: below(4) }, { tags: [], year: 2 }]),
  };
}

const randomScope = ({ below, pick, some }: Random): SearchScope => ({
  orgId: pick(ORGS),
  spaceIds: [...some(SPACES), ...some(SPACES)],
  ...(below(3) === 0 ? { documentIds: some(DOCUMENTS) } : {}),
});

function randomSelector({ below, pick }: Random): VectorSelector {
  const orgId = pick(ORGS);
  const dice = below(20);
  if (dice === 0) return { orgId };
  if (dice < 4) return { orgId, spaceId: pick(SPACES) };
  const documentId = pick(DOCUMENTS);
  return dice < 8 ? { orgId, documentId } : { orgId, documentId, beforeGeneration: below(5) };
}

const isIn = (record: VectorRecord, { orgId, spaceIds, documentIds }: SearchScope) =>
  record.orgId === orgId &&
  spaceIds.includes(record.spaceId) &&
  (documentIds === undefined || documentIds.includes(record.documentId));

function isSelected(record: VectorRecord, selector: VectorSelector): boolean {
  if (record.orgId !== selector.orgId) return false;
  if ("spaceId" in selector) return record.spaceId === selector.spaceId;
  if (!("documentId" in selector)) return true;
  if (record.documentId !== selector.documentId) return false;
  return !("beforeGeneration" in selector) || record.generation < selector.beforeGeneration;
}

const dot = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, value, index) => sum + value * (b[index] as number), 0);

function expectedScores(records: readonly VectorRecord[], { scope, model, vector, filter }: VectorQuery) {
  const scores = new Map<string, number>();
  const length = Math.sqrt(dot(vector, vector));
  for (const record of records) {
    if (record.model !== model || !isIn(record, scope)) continue;
    if (filter && !matchesFilter(record.metadata, filter)) continue;
    const norm = length * Math.sqrt(dot(record.vector, record.vector));
    if (norm > 0) scores.set(record.id, dot(record.vector, vector) / norm);
  }
  return scores;
}

function checkHits(hits: readonly VectorHit[], scores: Map<string, number>, topK: number) {
  expect(hits).toHaveLength(Math.min(topK, scores.size));
  expect(new Set(hits.map(({ id }) => id)).size).toBe(hits.length);
  const falling = [...scores.values()].sort((a, b) => b - a);
  for (const [at, { id, score }] of hits.entries()) {
    expect(score).toBeCloseTo(scores.get(id) ?? Number.NaN, 5);
    expect(score).toBeCloseTo(falling[at] as number, 5);
    const next = hits[at + 1];
    if (next) expect(score > next.score || (score === next.score && id < next.id)).toBe(true);
  }
}

// With an index over all vectors, which is exact at this size.
const INDEXED = { exactBelow: 4, proposalCost: 0 };

test.each([
  ...[1, 2, 3, 4, 5, 6].map((seed) => ({ seed, options: {} })),
  ...[7, 8, 9].map((seed) => ({ seed, options: INDEXED })),
])("behaves like a list of records (%j)", async ({ seed, options }) => {
  const random = createTestRandom(seed);
  const { below, pick } = random;
  const store = createMemoryVectorStore(options);
  let model = new Map<string, VectorRecord>();
  for (let step = 0; step < 1500; step += 1) {
    const dice = below(10);
    if (dice < 4) {
      const records = Array.from({ length: below(6) }, () => randomRecord(random));
      await store.upsert(records);
      for (const record of records) model.set(record.id, record);
    } else if (dice === 4) {
      const selector = randomSelector(random);
      await store.delete(selector);
      model = new Map([...model].filter(([, record]) => !isSelected(record, selector)));
    } else {
      const [scope, name, topK] = [randomScope(random), pick(["m", "n"]), pick([1, 2, 7, 100])];
      const vector = randomVector(random, name);
      const query = { scope, model: name, vector, topK, ...(below(2) ? { filter: pick(FILTERS) } : {}) };
      if (below(4) === 0) await store.settled();
      const hits = await store.query(query);
      checkHits(hits, expectedScores([...model.values()], query), topK);
      // Ties at the end are cut by id.
      expect(hits).toEqual((await store.query({ ...query, topK: 100 })).slice(0, topK));
      expect(await store.count(scope)).toBe(
        [...model.values()].filter((record) => isIn(record, scope)).length,
      );
    }
  }
});
