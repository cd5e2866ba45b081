import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { NotFoundError } from "@quarry/sdk";
import { rejection } from "../../support/failure.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";

let app: InProcessApp;
let spaceId: string;

beforeAll(async () => {
  app = await startApp();
  spaceId = (await app.quarry.spaces.create({ name: "Hardening" })).space.id;
}, 120_000);
afterAll(() => app.stop());

const putText = (filename: string, content: string) =>
  app.quarry.documents.upsert({ spaceId, filename, content });

async function found(query: string): Promise<string[]> {
  const { results } = await app.quarry.query({ query, spaceIds: spaceId, mode: "lexical", threshold: 0.2 });
  return results.map(({ document }) => document.filename);
}

test("concurrent renames and upserts of the same filename leave the stored document searchable", async () => {
  for (let round = 0; round < 15; round += 1) {
    const [from, to] = [`a${round}.md`, `b${round}.md`];
    const { document } = await putText(from, `The first text of round number${round}.`);
    const racing = [
      app.quarry.documents.update({ spaceId, id: document.id, filename: to }),
      putText(to, `The second text holds zebra${round}.`),
    ];
    await Promise.allSettled(racing);
    const { content } = await app.quarry.documents.getByFilename({ spaceId, filename: to });
    const word = content.includes("zebra") ? `zebra${round}` : `number${round}`;
    expect(await found(word)).toContain(to);
  }
});

describe("one request cannot block the service for long", () => {
  test("metadata with a million items, base64 with 200,000 spaces", async () => {
    const items = { name: "Many", metadata: { a: Array.from({ length: 1_000_000 }, () => 0) } };
    const start = performance.now();
    expect((await app.call("POST", "/api/spaces", { body: items })).status).toBe(400);
    const body = { spaceId, filename: "x.txt", encoding: "base64", content: `${" ".repeat(200_000)}!` };
    expect((await app.call("PUT", "/api/documents", { body })).status).toBe(400);
    // Guards against a regression: both once took more than a minute.
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});

describe("a key", () => {
  test("without spaces:delete cannot archive in any way", async () => {
    const { key } = await app.quarry.apiKeys.create({
      name: "w",
      permissions: ["spaces:read", "spaces:write"],
    });
    const { space } = await app.quarry.spaces.create({ name: "Kept" });
    for (const body of [{ isArchived: true }, { archivedAt: "2026-01-01T00:00:00Z" }])
      expect((await app.call("PATCH", `/api/spaces/${space.id}`, { key, body })).status).toBe(403);
    await app.quarry.spaces.archive(space.id);
    await app.call("PATCH", `/api/spaces/${space.id}`, { body: { archivedAt: null } });
    expect((await app.quarry.spaces.get(space.id)).space.isArchived).toBe(true);
  });

  test("with an expiry or a rate limit cannot create or rotate keys that exceed it", async () => {
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const rateLimit = { limit: 50, windowSeconds: 60 };
    const { key } = await app.quarry.apiKeys.create({ name: "short", level: "admin", expiresAt, rateLimit });
    const short = app.quarryWith(key);
    const { apiKey } = await short.apiKeys.create({ name: "child", level: "read" });
    expect(apiKey).toMatchObject({ expiresAt, rateLimit });
    const later = new Date(Date.now() + 120_000).toISOString();
    for (const body of [{ expiresAt: later }, { rateLimit: { limit: 51, windowSeconds: 60 } }])
      expect((await app.call("POST", "/api/api-keys", { key, body: { name: "c", ...body } })).status).toBe(
        403,
      );
    // Rotating a key returns its secret.
    const rotate = (id: string) => app.call("POST", `/api/api-keys/${id}/rotate`, { key, body: {} });
    for (const body of [{ expiresAt }, { rateLimit }, { expiresAt: later, rateLimit }]) {
      const { apiKey: other } = await app.quarry.apiKeys.create({ name: "long", level: "read", ...body });
      const reply = await rotate(other.id);
      expect([reply.status, reply.json.message]).toEqual([403, expect.stringContaining("cannot rotate")]);
    }
    expect((await rotate(apiKey.id)).status).toBe(200);
  });
});

describe("odd input", () => {
  test("invalid media types and dates return 400", async () => {
    for (const mimeType of ["text/plain\r\nSet-Cookie: a=b", "x ☃", "text"]) {
      const body = { spaceId, filename: "m.txt", content: "x", mimeType };
      expect((await app.call("PUT", "/api/documents", { body })).status).toBe(400);
    }
    for (const archivedAt of [
      "0000-01-01T00:00:00Z",
      "9999-12-31T23:59:59-23:59",
      "2026-02-31T00:00:00Z",
      "2026-01-01T00:00",
    ])
      expect((await app.call("POST", "/api/spaces", { body: { name: "D", archivedAt } })).status).toBe(400);
  });

  test("accepts a JSON content type without a body; a gzip body returns 415", async () => {
    const { space } = await app.quarry.spaces.create({ name: "Bare" });
    const headers = { "Content-Type": "application/json" };
    expect((await app.call("DELETE", `/api/spaces/${space.id}`, { headers })).status).toBe(200);
    const gzip = { ...headers, "Content-Encoding": "gzip" };
    expect((await app.call("POST", "/api/spaces", { headers: gzip, rawBody: "{}" })).status).toBe(415);
  });

  test("PATCH accepts the space's slug in the path and its id in the body", async () => {
    const { document } = await putText("slug.md", "Named twice.");
    const path = `/api/spaces/hardening/documents/${document.id}`;
    expect((await app.call("PATCH", path, { body: { spaceId, metadata: { a: 1 } } })).status).toBe(200);
    expect((await app.call("PATCH", path, { body: { spaceId: "spc_other", metadata: {} } })).status).toBe(
      404,
    );
  });

  test("refuses unknown and repeated multipart parts", async () => {
    const send = async (...extra: [string, string | File][]) => {
      const form = new FormData();
      form.append("file", new File(["text"], "one.txt"));
      form.append("spaceId", spaceId);
      for (const [name, value] of extra) form.append(name, value as string);
      return (await app.call("PUT", "/api/documents", { rawBody: form })).status;
    };
    expect(await send()).toBe(201);
    expect(await send(["file", new File(["other"], "two.txt")])).toBe(400);
    expect(await send(["encoding", "text"])).toBe(400);
    expect(await send(["content", "other"])).toBe(400);
  });
});

test("metadata with -0 is unchanged when sent again", async () => {
  const body = { spaceId, filename: "zero.md", content: "Nothing.", metadata: { a: -0 } };
  const first = await app.quarry.documents.upsert(body);
  await Bun.sleep(5);
  expect((await app.quarry.documents.upsert(body)).document.updatedAt).toBe(first.document.updatedAt);
});

test("smart queries do not recommend a purged space", async () => {
  const { space } = await app.quarry.spaces.create({ name: "Quokka husbandry" });
  expect((await app.quarry.smartQuery({ query: "quokka" })).recommendations[0]?.spaceId).toBe(space.id);
  await app.quarry.spaces.purge(space.id);
  expect(
    (await app.quarry.smartQuery({ query: "quokka" })).recommendations.map((r) => r.spaceId),
  ).not.toContain(space.id);
  expect(await rejection(app.quarry.spaces.get(space.id))).toBeInstanceOf(NotFoundError);
});
