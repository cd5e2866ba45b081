import { afterAll, beforeAll, expect, test } from "bun:test";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { sentence } from "./corpus.ts";

let app: InProcessApp;
beforeAll(async () => {
  app = await startApp();
}, 120_000);
afterAll(() => app.stop());

test("a smaller topK returns a prefix of a larger one, also when the larger one searches deeper", async () => {
  const { space } = await app.quarry.spaces.create({ name: "Deep" });
  const documents = Array.from({ length: 450 }, (_, at) => ({
    filename: `${at}.txt`,
    content: sentence(at),
  }));
  for (let start = 0; start < documents.length; start += 100)
    await app.quarry.documents.upsertBatch({
      spaceId: space.id,
      documents: documents.slice(start, start + 100),
    });
  for (const mode of ["hybrid", "vector", "lexical"] as const)
    for (const query of [
      "harbour",
      "lantern in the winter storm",
      "river engine chapter 7",
      "xyz keepers bridges",
    ]) {
      const [few, many] = [5, 100].map((topK) => app.quarry.query({ query, mode, topK, spaceIds: space.id }));
      const expected = (await many)?.results.slice(0, 5).map((item) => [item.chunk.id, item.similarity]);
      const found = (await few)?.results.map((item) => [item.chunk.id, item.similarity]);
      expect({ query, mode, found }).toEqual({ query, mode, found: expected });
    }
});
