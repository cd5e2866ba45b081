import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type EmbeddingProvider, startEmbeddingProvider } from "../../support/embedding-provider.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { MOODY_STORE } from "../../support/moody-store.ts";
import { operate } from "../operations/operating.ts";
import { sentence } from "../queries/corpus.ts";

const FILES = 60;
const RUNS = 3;

for (const [name, store] of [
  ["in memory", {}],
  ["outside the database", MOODY_STORE],
] as const)
  describe(`with a vector store ${name}, reindexing`, () => {
    let provider: EmbeddingProvider;
    let app: InProcessApp;
    let spaceId: string;

    beforeAll(async () => {
      provider = startEmbeddingProvider({ dimensions: 64 });
      app = await startApp({
        env: {
          ...store,
          OPENAI_API_KEY: provider.apiKey,
          OPENAI_BASE_URL: provider.url,
          QUARRY_EMBEDDING_DIMENSIONS: "64",
        },
      });
      spaceId = (await app.quarry.spaces.create({ name: "Reindexed" })).space.id;
      const documents = Array.from({ length: FILES }, (_, at) => ({
        filename: `f${at}.md`,
        content: sentence(at),
      }));
      await app.call("PUT", "/api/documents/batch", { body: { spaceId, documents } });
    }, 120_000);
    afterAll(async () => {
      await app.stop();
      await provider.stop();
    });

    const ask = async (number: number, mode: "vector" | "lexical", topK = 3) => {
      const { results } = await app.quarry.query({
        query: sentence(number),
        spaceIds: spaceId,
        mode,
        topK,
      });
      return results.map(({ document, similarity }) => [document.filename, similarity]);
    };

    test("finds every unchanged document throughout, calls no provider, and changes no result", async () => {
      const numbers = [3, 17, 42, 58];
      const all = () =>
        Promise.all(numbers.flatMap((number) => [ask(number, "vector"), ask(number, "lexical")]));
      const before = await all();
      const { calls } = provider.stats;
      for (let run = 0; run < RUNS; run += 1)
        expect(await operate(app.deps, { name: "reindex" })).toEqual([`${FILES} documents reindexed`]);
      expect(provider.stats.calls).toBe(calls);
      expect(await all()).toEqual(before);

      let isOver = false;
      let asked = 0;
      const lost: string[] = [];
      const reader = async (mode: "vector" | "lexical") => {
        for (let at = 0; !isOver; at += 1) {
          // Documents from 50 on are being changed.
          const number = at % 50;
          const found = await ask(number, mode, 100);
          // Answers from memory never wait, so that the reader alone would keep the event loop busy.
          await Bun.sleep(1);
          asked += 1;
          if (!found.some(([filename]) => filename === `f${number}.md`)) lost.push(`${mode} f${number}.md`);
        }
      };
      const writer = async () => {
        for (let round = 0; !isOver; round += 1) {
          const filename = `f${50 + (round % 10)}.md`;
          const content = `Something else, round ${round}.`;
          const { document } = await app.quarry.documents.upsert({ spaceId, filename, content });
          if (round % 3 === 0) await app.quarry.documents.delete({ spaceId, id: document.id });
        }
      };
      const others = [reader("vector"), reader("lexical"), writer()];
      for (let run = 0; run < RUNS; run += 1) await operate(app.deps, { name: "reindex" });
      isOver = true;
      await Promise.all(others);
      expect(lost).toEqual([]);
      expect(asked).toBeGreaterThan(20);
      expect(await operate(app.deps, { name: "doctor", repair: false })).toEqual(["no problems found"]);
    }, 90_000);
  });
