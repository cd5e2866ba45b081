/** Measures what the wall around a vector store adds to one question, in microseconds: `bun test/bench/query/wall.ts`. */
import type { VectorStore } from "@quarry/core";
import { createConsoleLog } from "../../../server/src/platform/log/log.ts";
import { guardVectorStore } from "../../../server/src/platform/plugins/guard-vector-store.ts";
import { createPluginHealth } from "../../../server/src/platform/plugins/plugin-health.ts";

const CALLS = 200_000;
const ROUNDS = 5;

const hits = Array.from({ length: 40 }, (_, at) => ({
  id: `chk_${at}`,
  spaceId: "spc_a",
  documentId: `doc_${at}`,
  score: 1 - at / 40,
}));
const scores = new Map(hits.map(({ id, score }) => [id, score]));
const store: VectorStore = {
  name: "constant",
  capabilities: { durable: true, maxDimensions: 100, maxBatch: 100 },
  query: async () => hits,
  scores: async () => scores,
  upsert: async () => undefined,
  delete: async () => undefined,
  count: async () => 0,
  async *scan() {},
  close: async () => undefined,
};
const health = createPluginHealth("vector store constant", createConsoleLog());
const guarded = guardVectorStore(store, health);

const asked = {
  scope: { orgId: "org_a", spaceIds: ["spc_a"] },
  model: "model-a",
  vector: new Float32Array(4),
};
const query = { ...asked, topK: 100 };
const scoring = { ...asked, ids: hits.map(({ id }) => id) };

/** Microseconds a call. */
async function measure(call: () => Promise<unknown> | undefined): Promise<number> {
  const startedAt = performance.now();
  for (let at = 0; at < CALLS; at += 1) await call();
  return ((performance.now() - startedAt) * 1000) / CALLS;
}

for (const member of ["query", "scores"] as const) {
  const added: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const of = (one: VectorStore) =>
      measure(() => (member === "query" ? one.query(query) : one.scores?.(scoring)));
    const plain = await of(store);
    added.push((await of(guarded)) - plain);
  }
  added.sort((a, b) => a - b);
  console.log(`${member}, 40 hits: the wall adds ${added[Math.floor(ROUNDS / 2)]?.toFixed(2)} µs a call`);
}
