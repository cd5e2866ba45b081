import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Reply } from "../../contract/caller.ts";
import { expectError } from "../../contract/expecting.ts";
import { type Json, objects } from "../../contract/reading.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { addTenant } from "../other-tenant.ts";

let app: InProcessApp;
let stranger: { orgId: string; key: string; keyId: string };
let own: { readonly space: string; readonly document: string };

beforeAll(async () => {
  app = await startApp();
  stranger = await addTenant(app.deps, "Stranger", "enterprise");
  const { space } = await app.quarry.spaces.create({ name: "Secret pelicans", metadata: { secret: true } });
  const content = "The pelican is called Aldebaran.";
  const { document } = await app.quarry.documents.upsert({ spaceId: space.id, filename: "a.md", content });
  own = { space: space.id, document: document.id };
}, 120_000);
afterAll(() => app.stop());

const asStranger = (method: string, path: string, body?: Json): Promise<Reply> =>
  app.call(method, path, { key: stranger.key, ...(body ? { body } : {}) });

// test/matrix tests for every route that ids of another organization are not found.
describe("another organization's data", () => {
  test("is not found by slug, or in a query together with an own space", async () => {
    const { space } = await app.quarryWith(stranger.key).spaces.create({ name: "Own" });
    expectError(await asStranger("GET", "/api/spaces/secret-pelicans"), 404);
    const both = await asStranger("POST", "/api/query", {
      query: "pelican",
      spaceIds: [space.id, own.space],
    });
    expectError(both, 404);
  });

  test("is not in lists", async () => {
    const spaces = await asStranger(
      "GET",
      `/api/spaces?status=all&metadata=${encodeURIComponent('{"secret":true}')}`,
    );
    expect(objects(spaces.json.data)).toEqual([]);
    const keys = objects((await asStranger("GET", "/api/api-keys")).json.data);
    expect(keys.map((key) => key.id)).toEqual([stranger.keyId]);
  });

  test("is not in smart queries", async () => {
    const client = app.quarryWith(stranger.key);
    const query = "the secret pelican called Aldebaran";
    expect((await client.smartQuery({ query, search: true })).recommendations).toEqual([]);
    const { space } = await client.spaces.create({ name: "Secret pelicans of mine" });
    const { recommendations, results } = await client.smartQuery({ query, search: true });
    expect(recommendations.map(({ spaceId }) => spaceId)).toEqual([space.id]);
    expect(results).toEqual([]);
  });
});

test("two organizations can use the same slug, filename and text, and each finds its own", async () => {
  const client = app.quarryWith(stranger.key);
  const { space } = await client.spaces.create({ name: "Secret pelicans", slug: "secret-pelicans" });
  const text = "The pelican is called Aldebaran.";
  const { document } = await client.documents.upsert({ spaceId: space.id, filename: "a.md", content: text });
  for (const [quarry, id] of [
    [client, document.id],
    [app.quarry, own.document],
  ] as const) {
    const { results } = await quarry.query({ query: "pelican", spaceIds: "secret-pelicans", topK: 100 });
    expect(results.map((item) => item.document.id)).toEqual([id]);
  }
});
