import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { Reply } from "../../contract/caller.ts";
import { expectError, expectStatus } from "../../contract/expecting.ts";
import { type Json, objects, string } from "../../contract/reading.ts";
import { LYING } from "../../support/moody-store.ts";
import { until } from "../../support/until.ts";
import { diagnose, type MoodyApp, startMoodyApp } from "./moody-app.ts";

// The store reports ready and then fails the write, after the database has committed the change.

let moody: MoodyApp;
let files = 0;

beforeAll(async () => {
  moody = await startMoodyApp();
}, 120_000);
beforeEach(() => moody.be({}));
afterAll(() => moody.stop());

/** Each test has its own document in the store. */
async function document(): Promise<{ filename: string; id: string; text: string; word: string }> {
  files += 1;
  const word = `pelican${files}x`;
  const [filename, text] = [`file-${files}.md`, `This text is only about ${word}.`];
  const reply = await moody.put(filename, text, { v: 1 });
  expectStatus(reply, 201);
  return { filename, id: string((reply.json.document as Json).id), text, word };
}

function expectCommitted(reply: Reply): void {
  expect(expectError(reply, 503)).toBe("The moody store is away.");
  expect(reply.headers.get("Retry-After")).toBe("4");
}

const missing = async (id: string) => (await moody.storeDifferences()).filter((line) => line.includes(id));

for (const calls of ["fail", "fails-late"] as const)
  describe(`a store that reports ready, with calls that ${calls === "fail" ? "fail" : "fail after they took effect"}`, () => {
    test("PUT returns 503, commits the text, and the vectors follow", async () => {
      const { filename, text, word } = await document();
      moody.be({ calls });
      expectCommitted(await moody.put(filename, `${text} Changed.`, { v: calls }));
      const wanted = { query: word, metadata: { v: calls } };
      expect(await moody.found({ mode: "lexical", ...wanted })).toEqual([`${text} Changed.`]);
      moody.be({});
      await moody.caughtUp();
      expect(await moody.found({ mode: "vector", ...wanted })).toEqual([`${text} Changed.`]);
    });

    test("repeating the PUT returns 503 until the vectors are stored, then 200", async () => {
      const { filename, id, text } = await document();
      const put = () => moody.put(filename, `${text} Again.`, { v: 3 });
      moody.be({ calls });
      expectCommitted(await put());
      expectCommitted(await put());
      moody.be({});
      expectStatus(await put(), 200);
      expect(await missing(id)).toEqual([]);
    });

    test("PATCH, DELETE and purge return 503, are committed, and the store follows", async () => {
      const [patched, deleted] = [await document(), await document()];
      const { space } = await moody.app.quarry.spaces.create({ name: "To be purged" });
      const sent = { spaceId: space.id, filename: "purged.md", content: "Purged pelicans." };
      await moody.app.quarry.documents.upsert(sent);
      moody.be({ calls });
      const body = { spaceId: moody.spaceId, metadata: { patched: calls } };
      const at = (id: string) => `/api/documents/${id}?spaceId=${moody.spaceId}`;
      expectCommitted(await moody.app.call("PATCH", `/api/documents/${patched.id}`, { body }));
      expectCommitted(await moody.app.call("DELETE", at(deleted.id)));
      expectCommitted(await moody.app.call("DELETE", `/api/spaces/${space.id}?purge=true`));
      expectError(await moody.app.call("GET", at(deleted.id)), 404);
      expectError(await moody.app.call("GET", `/api/spaces/${space.id}`), 404);
      moody.be({});
      // Queries do not find deleted documents, even while the store still has them.
      expect(await moody.found({ mode: "vector", query: deleted.word })).not.toContain(deleted.text);
      await moody.caughtUp();
      const wanted = { query: patched.word, metadata: { patched: calls } };
      expect(await moody.found({ mode: "vector", ...wanted })).toEqual([patched.text]);
    });

    test("a document that is deleted and created again has only its new vectors", async () => {
      const { filename, id, text, word } = await document();
      moody.be({ calls });
      expectCommitted(await moody.app.call("DELETE", `/api/documents/${id}?spaceId=${moody.spaceId}`));
      expectCommitted(await moody.put(filename, `${text} Reborn.`));
      moody.be({});
      await moody.caughtUp();
      expect((await moody.found({ mode: "vector", query: word }))[0]).toBe(`${text} Reborn.`);
    });

    test("an upload is COMPLETED, and its vectors follow", async () => {
      moody.be({ calls });
      const { quarry } = moody.app;
      const sent = {
        spaceId: moody.spaceId,
        filename: `${calls}.md`,
        content: `Uploaded while it ${calls}.`,
      };
      const { id } = await quarry.documents.upload(sent);
      const name = { spaceId: moody.spaceId, id };
      await until("the upload", async () => {
        const { status } = (await quarry.documents.get(name)).document;
        expect(status).not.toBe("FAILED");
        return status === "COMPLETED" ? true : undefined;
      });
      moody.be({});
      await moody.caughtUp();
    });

    test("the doctor finds no problems afterwards", async () => {
      await moody.caughtUp();
      expect(await diagnose(moody.app)).toEqual(["no problems found"]);
    });
  });

test("a partially written batch returns 503, and 200 when it is sent again", async () => {
  const documents = Array.from({ length: 5 }, (_, at) => ({ filename: `b${at}.md`, content: `Gull ${at}.` }));
  const send = () =>
    moody.app.call("PUT", "/api/documents/batch", { body: { spaceId: moody.spaceId, documents } });
  moody.be(LYING);
  expectCommitted(await send());
  moody.be({});
  const { status, json } = await send();
  expect([status, objects(json.results).map((result) => result.created)]).toEqual([
    200,
    documents.map(() => false),
  ]);
  for (const { document } of objects(json.results))
    expect(await missing(string((document as Json).id))).toEqual([]);
});

test("a document that the store always rejects does not block others", async () => {
  const stuck = await document();
  moody.be({ refusedDocument: stuck.id });
  expectCommitted(await moody.put(stuck.filename, "Never taken."));
  const others = await Promise.all([document(), document()]);
  moody.be({ calls: "fail", refusedDocument: stuck.id });
  for (const { filename, text } of others) expectCommitted(await moody.put(filename, `${text} Waiting.`));
  moody.be({ refusedDocument: stuck.id });
  await until(
    "the others",
    async () => (await moody.storeDifferences()).every((line) => line.includes(stuck.id)) || undefined,
    8000,
  );
});
