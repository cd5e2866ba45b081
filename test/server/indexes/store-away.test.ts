import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { Reply } from "../../contract/caller.ts";
import { expectError, expectMatch, expectStatus } from "../../contract/expecting.ts";
import { type Json, string } from "../../contract/reading.ts";
import { AWAY } from "../../support/moody-store.ts";
import { until } from "../../support/until.ts";
import { runSql } from "../rows.ts";
import { type MoodyApp, startMoodyApp } from "./moody-app.ts";

const OLD = "A pelican nests on the harbour wall.";

let moody: MoodyApp;
let oldId: string;

beforeAll(async () => {
  moody = await startMoodyApp();
  oldId = await documentId(await moody.put("old.md", OLD, { v: 1 }));
}, 120_000);
beforeEach(() => moody.be({}));
afterAll(() => moody.stop());

async function documentId(reply: Reply): Promise<string> {
  expectStatus(reply, 201);
  return string((reply.json.document as Json).id);
}

const patch = (fields: Json) =>
  moody.app.call("PATCH", `/api/documents/${oldId}`, { body: { spaceId: moody.spaceId, ...fields } });

/** All rows that a partial write could have changed, except stored embeddings, which may stay. */
async function everything(): Promise<string> {
  // The last one has the original files, which are small here.
  const tables = ["spaces", "documents", "document_texts", "chunks", "jobs", "outbox", "small_files"];
  const rows = await Promise.all(
    tables.map((table) => runSql(moody.app.deps, `select * from ${table} order by 1, 2, 3`)),
  );
  return JSON.stringify(rows);
}

function expectAway(reply: Reply): void {
  expect(expectError(reply, 503)).toBe("The moody store is away.");
  expect(reply.headers.get("Retry-After")).toBe("4");
}

describe("while the vector store is unavailable", () => {
  const writes: readonly [name: string, send: () => Promise<Reply>][] = [
    ["PUT of a new document", () => moody.put("new.md", "Another pelican.")],
    ["PUT of another text", () => moody.put("old.md", "No bird at all.", { v: 1 })],
    ["PUT of other metadata", () => moody.put("old.md", OLD, { v: 2 })],
    ["PATCH of metadata", () => patch({ metadata: { v: 3 } })],
    ["PATCH of the filename", () => patch({ filename: "b.md" })],
    ["DELETE", () => moody.app.call("DELETE", `/api/documents/${oldId}`)],
    ["purge", () => moody.app.call("DELETE", `/api/spaces/${moody.spaceId}?purge=true`)],
    [
      "a batch",
      () =>
        moody.app.call("PUT", "/api/documents/batch", {
          body: { spaceId: moody.spaceId, documents: [{ filename: "c.md", content: "Batched." }] },
        }),
    ],
  ];
  for (const [name, send] of writes)
    test(`${name} returns 503 with Retry-After and changes nothing`, async () => {
      const before = await everything();
      moody.be(AWAY);
      expectAway(await send());
      expect(await everything()).toBe(before);
      expect(await moody.found({ mode: "lexical" })).toEqual([OLD]);
      moody.be({});
      expect(await moody.found({ mode: "vector", metadata: { v: 1 } })).toEqual([OLD]);
      expect(await moody.storeDifferences()).toEqual([]);
    });

  test("a PUT without changes returns 200", async () => {
    moody.be(AWAY);
    expectStatus(await moody.put("old.md", OLD, { v: 1 }), 200);
  });

  test("a hybrid query uses the lexical index and reports it; mode vector returns 503", async () => {
    moody.be(AWAY);
    const { json, status } = await moody.query({});
    expect(status).toBe(200);
    expectMatch(json, { totalResults: 1, degraded: { mode: "lexical", reason: "The moody store is away." } });
    expectAway(await moody.query({ mode: "vector" }));
    expect((await moody.query({ mode: "lexical" })).json.degraded).toBeUndefined();
    expectStatus(await moody.app.call("POST", "/api/query/smart", { body: { query: "pelican" } }), 200);
    moody.be({});
    expect((await moody.query({})).json.degraded).toBeUndefined();
  });

  test("/ready returns 503, /health returns 200", async () => {
    moody.be(AWAY);
    expectAway(await moody.app.call("GET", "/ready", { key: null }));
    expectStatus(await moody.app.call("GET", "/health", { key: null }), 200);
    moody.be({});
    expectStatus(await moody.app.call("GET", "/ready", { key: null }), 200);
  });

  test("spaces can be created, updated and archived", async () => {
    moody.be(AWAY);
    const { app } = moody;
    const { space } = await app.quarry.spaces.create({ name: "During the outage" });
    await app.quarry.spaces.update(space.id, { description: "flamingo breeding" });
    const { recommendations } = await app.quarry.smartQuery({ query: "flamingo" });
    expect(recommendations[0]?.spaceId).toBe(space.id);
    await app.quarry.spaces.archive(space.id);
  });

  test("accepts an upload, never marks it FAILED, and writes it to the store when that is back", async () => {
    moody.be(AWAY);
    const path = `/api/spaces/${moody.spaceId}/documents`;
    const sent = await moody.app.call("POST", path, { body: { filename: "up.md", content: "Cormorants." } });
    expectStatus(sent, 201);
    const id = string(sent.json.id);
    const status = async () =>
      (await moody.app.quarry.documents.get({ spaceId: moody.spaceId, id })).document.status;
    await Bun.sleep(1000);
    expect(await status()).not.toBe("FAILED");
    moody.be({});
    await until("the upload", async () => ((await status()) === "COMPLETED" ? true : undefined));
    await moody.caughtUp();
  });
});
