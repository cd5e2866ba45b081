import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { LYING } from "../../support/moody-store.ts";
import { until } from "../../support/until.ts";
import { type MoodyApp, startMoodyApp } from "./moody-app.ts";

// The store is slow: the database has a document before the store does.

let moody: MoodyApp;

beforeAll(async () => {
  moody = await startMoodyApp();
}, 120_000);
beforeEach(() => moody.be({}));
afterAll(() => moody.stop());

async function upload(word: string) {
  const { spaceId, app } = moody;
  const content = `This text is only about ${word}.`;
  return {
    document: await app.quarry.documents.upload({ spaceId, filename: `${word}.md`, content }),
    content,
  };
}

test("a caller that waited for an upload finds it by its vector", async () => {
  moody.be({ upsertDelayMs: 400 });
  for (const word of ["avocet", "bittern", "curlew"]) {
    const { document, content } = await upload(word);
    await document.waitUntilReady();
    expect(await moody.found({ mode: "vector", query: content, topK: 1 })).toEqual([content]);
  }
});

test("a caller that saw an upload COMPLETED in a list finds it by its vector", async () => {
  moody.be({ upsertDelayMs: 400 });
  const { spaceId, app } = moody;
  for (const word of ["gadwall", "hoopoe", "jackdaw"]) {
    const { document, content } = await upload(word);
    await until("the list to show it COMPLETED", async () => {
      const { data } = await app.quarry.documents.list({ spaceId, pageSize: 100 });
      return data.find(({ id, status }) => id === document.id && status === "COMPLETED");
    });
    expect(await moody.found({ mode: "vector", query: content, topK: 1 })).toEqual([content]);
  }
});

test("a store that accepts nothing does not hide a document", async () => {
  moody.be(LYING);
  const { document } = await upload("dunlin");
  const get = () => moody.app.quarry.documents.get({ spaceId: moody.spaceId, id: document.id });
  await until(
    "the text to be there",
    async () => (await get()).document.status === "COMPLETED" || undefined,
    15_000,
  );
  moody.be({});
  await moody.caughtUp();
});
