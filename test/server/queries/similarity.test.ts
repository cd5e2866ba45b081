import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { QueryBody, QueryMode, QueryResponse, QueryResult } from "@quarry/schema";
import fc from "fast-check";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { sentence, WORDS } from "./corpus.ts";

const MODES: readonly QueryMode[] = ["hybrid", "vector", "lexical"];
const RUNS = { numRuns: 25 };

let app: InProcessApp;
const spaceIds: string[] = [];

beforeAll(async () => {
  app = await startApp();
  for (const [index, count] of [40, 15, 3].entries()) {
    const { space } = await app.quarry.spaces.create({ name: `Corpus ${index}` });
    spaceIds.push(space.id);
    const documents = Array.from({ length: count }, (_, at) => ({
      filename: `${at}.md`,
      content: `# ${WORDS[(at * 3 + index) % WORDS.length]}\n\n${sentence(at * 3 + index)} ${sentence(at + 50 * index)}`,
    }));
    await app.quarry.documents.upsertBatch({ spaceId: space.id, documents });
  }
}, 120_000);
afterAll(() => app.stop());

const question = fc
  .array(
    fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...WORDS, "chapter", "the", "lanternes") }, fc.string()),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  .map((words) => words.join(" ").toWellFormed().replaceAll("\0", ""))
  .filter((text) => text.length > 0);
const mode = fc.constantFrom(...MODES);

function ask(body: Partial<QueryBody> & { query: string }): Promise<QueryResponse> {
  return app.quarry.query({ spaceIds, topK: 100, ...body });
}
const similarityOf = (item: QueryResult) => item.similarity ?? Number.NaN;
const idsOf = (results: readonly QueryResult[]) => results.map((item) => item.chunk.id);

describe("similarity", () => {
  test("is in [0, 1] and falls along the results, with ties by id", () =>
    fc.assert(
      fc.asyncProperty(question, mode, async (query, mode) => {
        const { results, totalResults } = await ask({ query, mode });
        expect(totalResults).toBe(results.length);
        expect(new Set(idsOf(results)).size).toBe(results.length);
        for (const [index, item] of results.entries()) {
          expect(similarityOf(item)).toBeGreaterThan(0);
          expect(similarityOf(item)).toBeLessThanOrEqual(1);
          const next = results[index + 1];
          if (next === undefined) continue;
          const falls = similarityOf(item) - similarityOf(next);
          expect(falls > 0 || (falls === 0 && item.chunk.id < next.chunk.id)).toBe(true);
        }
      }),
      RUNS,
    ));

  test("is filtered exactly by the threshold", () =>
    fc.assert(
      fc.asyncProperty(question, mode, fc.nat(), async (query, mode, pick) => {
        const { results } = await ask({ query, mode });
        // Includes the exact similarities of the results, where >= and > differ.
        const found = results[pick % Math.max(1, results.length)];
        for (const threshold of [0, 0.5, 1, found ? similarityOf(found) : 0.1]) {
          const kept = await ask({ query, mode, threshold });
          expect(kept.results).toEqual(results.filter((item) => similarityOf(item) >= threshold));
        }
      }),
      RUNS,
    ));

  test("does not depend on topK: a smaller topK returns a prefix", () =>
    fc.assert(
      fc.asyncProperty(question, mode, fc.integer({ min: 1, max: 20 }), async (query, mode, topK) => {
        const [few, many] = [await ask({ query, mode, topK }), await ask({ query, mode, topK: topK * 2 })];
        expect(few.results).toEqual(many.results.slice(0, topK));
      }),
      RUNS,
    ));

  test("is the same in groups, which hold the same items in the same order for every space", () =>
    fc.assert(
      fc.asyncProperty(question, mode, async (query, mode) => {
        const { results, groupedBySpace = {} } = await ask({ query, mode, groupBySpace: true });
        expect(Object.keys(groupedBySpace).sort()).toEqual([...spaceIds].sort());
        for (const [id, group] of Object.entries(groupedBySpace)) {
          expect(group.space.id).toBe(id);
          expect(group.chunks).toEqual(results.filter((item) => item.space.id === id));
          expect(group.totalMatches).toBe(group.chunks.length);
        }
      }),
      RUNS,
    ));

  test("does not depend on the order or repetition of spaceIds", () =>
    fc.assert(
      fc.asyncProperty(
        question,
        mode,
        fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
        async (query, mode, order) => {
          const shuffled = order.map((index) => spaceIds[index] ?? "");
          const expected = await ask({ query, mode });
          expect(await ask({ query, mode, spaceIds: [...shuffled, ...shuffled.slice(0, 1)] })).toEqual(
            expected,
          );
        },
      ),
      RUNS,
    ));

  test("in every mode, a query over several spaces returns the merged results of each space", () =>
    fc.assert(
      fc.asyncProperty(question, mode, async (query, mode) => {
        const alone: QueryResult[] = [];
        for (const id of spaceIds) alone.push(...(await ask({ query, mode, spaceIds: id })).results);
        alone.sort((a, b) => similarityOf(b) - similarityOf(a) || (a.chunk.id < b.chunk.id ? -1 : 1));
        expect((await ask({ query, mode })).results).toEqual(alone);
      }),
      // One space alone holds no words of "4", but vectors somewhat like its.
      { ...RUNS, examples: [["4", "hybrid"]] },
    ));
});
