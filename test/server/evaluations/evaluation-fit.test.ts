import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { CreateEvaluationBody } from "@quarry/schema";
import { expectMatch } from "../../contract/expecting.ts";
import {
  type EmbeddingProvider,
  hashedVector,
  startEmbeddingProvider,
} from "../../support/embedding-provider.ts";
import { rejection } from "../../support/failure.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";

const DIMENSIONS = 64;
/** The default vector weight for this family of models. */
const DEFAULT_WEIGHT = 0.6;
const TOPICS = 24;

type Queries = CreateEvaluationBody["queries"];

/**
 * A model for which all texts with `about N` are similar to each other and to no other text. The order of the numbers in
 * `about N M` determines the similarity.
 */
function topicVector(text: string, dimensions: number): Float32Array<ArrayBuffer> {
  const topics = /about ((?:\d+ ?)+)/.exec(text)?.[1]?.trim().split(" ").map(Number);
  if (!topics) return hashedVector(text, dimensions);
  const vector = new Float32Array(dimensions);
  for (const [place, topic] of topics.entries()) vector[topic] = place === 0 ? 1 : 0.7;
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

let provider: EmbeddingProvider;
let app: InProcessApp;

beforeAll(async () => {
  provider = startEmbeddingProvider({ dimensions: DIMENSIONS, vectorOf: topicVector });
  app = await startApp({
    env: {
      OPENAI_API_KEY: provider.apiKey,
      OPENAI_BASE_URL: provider.url,
      QUARRY_EMBEDDING_DIMENSIONS: String(DIMENSIONS),
    },
  });
}, 120_000);
beforeEach(() => provider.reset());
afterAll(async () => {
  await app.stop();
  await provider.stop();
});

const WORDS = "amber basalt cobalt damask ember fennel garnet hazel indigo jasper kelp larch".split(" ");
const words = (topic: number) => `${WORDS[topic % 12]} ${WORDS[(topic * 5 + 3) % 12]}${topic}`;

async function fill(texts: Readonly<Record<string, string>>, queries: Queries, vectorWeight?: number) {
  const ranking = { vectorWeight: vectorWeight ?? null };
  const { space } = await app.quarry.spaces.create({ name: "Fit", ranking });
  const documents = Object.entries(texts).map(([filename, content]) => ({ filename, content }));
  await app.quarry.documents.upsertBatch({ spaceId: space.id, documents });
  const { evaluation } = await app.quarry.evaluations.create({ spaceId: space.id, name: "golden", queries });
  return { spaceId: space.id, id: evaluation.id };
}

/** The vector leg finds the right document, the lexical leg a wrong one. */
function vectorsKnow() {
  const texts: Record<string, string> = {};
  const queries: Queries = [];
  for (let topic = 0; topic < TOPICS; topic += 1) {
    texts[`right-${topic}.md`] = `This text is about ${topic} and about nothing else.`;
    texts[`wrong-${topic}.md`] = `${words(topic)} ${words(topic)} is about ${topic + TOPICS}`;
    queries.push({
      query: `${words(topic)} about ${topic}`,
      relevant: [{ filename: `right-${topic}.md` }],
    });
  }
  return { texts, queries };
}

const ndcgOf = async (name: { spaceId: string; id: string }, vectorWeight?: number) => {
  const configurations = [vectorWeight === undefined ? {} : { vectorWeight }];
  const { run } = await app.quarry.evaluations.run({ ...name, configurations });
  return run.configurations[0]?.ndcg.value ?? Number.NaN;
};

describe("fitting the vector weight", () => {
  test("raises it where vectors rank better, and applies it only on request", async () => {
    const { texts, queries } = vectorsKnow();
    const name = await fill(texts, queries, 0.1);
    const before = await ndcgOf(name);
    const fit = await app.quarry.evaluations.fit(name);
    expectMatch(fit, { current: 0.1, recommended: true, applied: false, queryCount: TOPICS });
    expect(fit.vectorWeight).toBeGreaterThan(0.3);
    expect(fit.heldOut.currentNdcg).toBeCloseTo(before, 9);
    expect(fit.heldOut.ndcg).toBeGreaterThan(before);
    expect(fit.heldOut.difference.low).toBeGreaterThan(0);
    expect((await app.quarry.spaces.get(name.spaceId)).space.ranking).toEqual({ vectorWeight: 0.1 });

    const applied = await app.quarry.evaluations.fit({ ...name, apply: true });
    expect(applied).toEqual({ ...fit, applied: true });
    expect((await app.quarry.spaces.get(name.spaceId)).space.ranking).toEqual({
      vectorWeight: fit.vectorWeight,
    });
    expect(await ndcgOf(name)).toBeCloseTo(Math.max(...fit.curve.map(({ ndcg }) => ndcg)), 9);
    expectMatch(await app.quarry.evaluations.fit(name), { current: fit.vectorWeight, recommended: false });
  }, 120_000);

  test("lowers it where vectors rank worse", async () => {
    const { texts, queries } = vectorsKnow();
    // The same with swapped judgments: the lexical leg is right.
    const turned = queries.map(({ query }, at) => ({ query, relevant: [{ filename: `wrong-${at}.md` }] }));
    const fit = await app.quarry.evaluations.fit(await fill(texts, turned));
    expectMatch(fit, { current: DEFAULT_WEIGHT, recommended: true });
    expect(fit.vectorWeight).toBeLessThan(0.4);
  }, 120_000);

  test("keeps it where no weight ranks better", async () => {
    const texts: Record<string, string> = {};
    const queries: Queries = [];
    for (let topic = 0; topic < TOPICS; topic += 1) {
      texts[`${topic}.md`] = `${words(topic)} is about ${topic}`;
      queries.push({ query: `${words(topic)} about ${topic}`, relevant: [{ filename: `${topic}.md` }] });
    }
    const name = await fill(texts, queries);
    const fit = await app.quarry.evaluations.fit({ ...name, apply: true });
    expectMatch(fit, {
      vectorWeight: DEFAULT_WEIGHT,
      current: DEFAULT_WEIGHT,
      recommended: false,
      applied: false,
    });
    expectMatch(fit.heldOut, { difference: { value: 0, low: 0, high: 0 } });
    expect((await app.quarry.spaces.get(name.spaceId)).space.ranking).toEqual({ vectorWeight: null });
  }, 120_000);

  test("its curve matches runs with each weight, including a weight between the candidates", async () => {
    const { texts, queries } = vectorsKnow();
    // Half of the questions rank better with words, so that the curve has two slopes.
    const mixed = queries.map(({ query, relevant }, at) => ({
      query: at % 2 === 0 ? query : `${query} ${at + TOPICS}`,
      relevant: at % 2 === 0 ? relevant : [{ filename: `wrong-${at}.md`, grade: 3 }, ...relevant],
    }));
    const name = await fill(texts, mixed, 0.37);
    const { curve, current } = await app.quarry.evaluations.fit(name);
    expect(current).toBe(0.37);
    expect(curve.map(({ vectorWeight }) => vectorWeight)).toContain(0.37);
    expect(new Set(curve.map(({ ndcg }) => ndcg.toFixed(6))).size).toBeGreaterThan(3);
    for (const { vectorWeight, ndcg } of curve) expect(await ndcgOf(name, vectorWeight)).toBeCloseTo(ndcg, 9);
  }, 120_000);

  test("embeds each question once, and rejects fitting while the provider is unavailable", async () => {
    const { texts, queries } = vectorsKnow();
    const asked = queries.map(({ query, relevant }) => ({ query: `once ${query}`, relevant }));
    const name = await fill(texts, asked);
    provider.reset();
    await app.quarry.evaluations.fit(name);
    await ndcgOf(name);
    expect(provider.stats.inputs.flat().toSorted()).toEqual(asked.map(({ query }) => query).toSorted());

    const others = asked.map(({ query, relevant }) => ({ query: `other ${query}`, relevant }));
    await app.quarry.evaluations.update({ ...name, queries: others });
    provider.set({ status: 503 });
    expect(await rejection(app.quarry.evaluations.fit(name))).toMatchObject({
      status: 503,
      message: expect.stringContaining("Fitting needs vector search"),
    });
    const { run } = await app.quarry.evaluations.run(name);
    expect(run.configurations[0]?.degraded).toBe(TOPICS);
  }, 120_000);

  test("counts only queries with a relevant document in the space", async () => {
    const { texts, queries } = vectorsKnow();
    const some = queries.map(({ query, relevant }, at) => ({
      query,
      relevant:
        at < 19 ? relevant : [{ filename: "gone.md" }, ...relevant.map((one) => ({ ...one, grade: 0 }))],
    }));
    const name = await fill(texts, some);
    expect(await rejection(app.quarry.evaluations.fit(name))).toMatchObject({
      status: 400,
      message: expect.stringContaining("has 19"),
    });
  }, 120_000);
});

test("a query over several spaces applies each space's own weight", async () => {
  const { texts, queries } = vectorsKnow();
  const names = await Promise.all([0, 1].map((weight) => fill(texts, queries, weight)));
  const spaceIds = names.map(({ spaceId }) => spaceId);
  const query = queries[0]?.query ?? "";
  const both = await app.quarry.query({ query, spaceIds, topK: 100 });
  for (const spaceId of spaceIds) {
    const alone = await app.quarry.query({ query, spaceIds: spaceId, topK: 100 });
    const shown = (results: typeof both.results) =>
      results
        .filter(({ space }) => space.id === spaceId)
        .map(({ chunk, similarity }) => [chunk.id, similarity]);
    expect(shown(both.results)).toEqual(shown(alone.results));
    expect(alone.results.length).toBeGreaterThan(0);
  }
  const best = (spaceId: string) => both.results.find(({ space }) => space.id === spaceId)?.document.filename;
  expect(spaceIds.map(best)).toEqual(["wrong-0.md", "right-0.md"]);
}, 120_000);
