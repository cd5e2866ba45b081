import { afterAll, beforeAll, expect, test } from "bun:test";
import { createEmbeddingCache } from "../../../server/src/indexes/embeddings/embedding-cache.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { addTenant } from "../other-tenant.ts";
import { runSql } from "../rows.ts";

let app: InProcessApp;
beforeAll(async () => {
  app = await startApp();
}, 120_000);
afterAll(() => app.stop());

async function newTenant() {
  const { orgId, key } = await addTenant(app.deps, "enterprise", "enterprise");
  const quarry = app.quarryWith(key);
  const spaceId = (await quarry.spaces.create({ name: "Birds" })).space.id;
  return {
    orgId,
    put: (filename: string, content: string) => quarry.documents.upsert({ spaceId, filename, content }),
    erase: (id: string) => quarry.documents.delete({ spaceId, id }),
    found: async (query: string) =>
      (await quarry.query({ query, spaceIds: spaceId, mode: "vector" })).results.map(
        ({ document }) => document.filename,
      ),
    hashes: async () =>
      (await runSql(app.deps, `select hash from embeddings where org_id = '${orgId}' order by hash`)).map(
        ({ hash }) => String(hash),
      ),
    age: (hours: number) =>
      runSql(
        app.deps,
        `update embeddings set used_at = used_at - interval '${hours} hours' where org_id = '${orgId}'`,
      ),
  };
}

const run = () => app.deps.embeddingRetention.run();

test("embeddings of texts that no chunk has are deleted after a day, embeddings of chunks are kept", async () => {
  const { put, erase, found, hashes, age } = await newTenant();
  await put("kept.txt", "The dunlin stays brown.");
  const [kept] = await hashes();
  const { document } = await put("gone.txt", "The ptarmigan turns white.");
  await put("changed.txt", "The knot is grey.");
  await put("changed.txt", "The knot is red.");
  expect(await hashes()).toHaveLength(4);
  await erase(document.id);
  await age(23);
  await run();
  expect(await hashes()).toHaveLength(4);
  await age(2);
  await run();
  expect(await hashes()).toHaveLength(2);
  expect(await hashes()).toContain(String(kept));
  expect(await found("dunlin")).toContain("kept.txt");
  expect(await found("red knot")).toContain("changed.txt");
});

test("a text that is shared is kept until its last document is gone", async () => {
  const { put, erase, hashes, age } = await newTenant();
  const first = await put("first.txt", "The same sentence.");
  const second = await put("second.txt", "The same sentence.");
  await age(100);
  await erase(first.document.id);
  await run();
  expect(await hashes()).toHaveLength(1);
  await erase(second.document.id);
  await run();
  expect(await hashes()).toEqual([]);
});

test("an embedding is kept for another day when a document uses it again, without the embedder", async () => {
  const { put, erase, hashes, age } = await newTenant();
  const first = await put("a.txt", "Ringed plovers feign injury.");
  await erase(first.document.id);
  await age(23);
  const again = await put("b.txt", "Ringed plovers feign injury.");
  expect(again.chunksEmbedded).toBe(0);
  await erase(again.document.id);
  await age(23);
  await run();
  expect(await hashes()).toHaveLength(1);
});

test("a document in progress keeps the embeddings that it read while others are deleted", async () => {
  const { orgId, hashes, age } = await newTenant();
  const cache = createEmbeddingCache(app.deps.db);
  const entries = Array.from({ length: 300 }, (_, at) => [`hash-${at}`, `text ${at}`] as const);
  const texts = new Map(entries);
  const embed = (chosen: Iterable<readonly [string, string]>) =>
    cache.embed(app.deps.embedder, orgId, new Map(chosen));
  await embed(texts);
  for (let round = 0; round < 8; round++) {
    await age(48);
    // In several orders, so that a deadlock fails a call.
    const [, ...read] = await Promise.all([
      run(),
      ...[entries, entries.toReversed(), entries.slice(100), entries.toSorted()].map(embed),
    ]);
    expect(read.map(({ vectors }) => vectors.size)).toEqual([300, 300, 200, 300]);
    expect(await hashes()).toEqual([...texts.keys()].toSorted());
  }
});
