import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { idempotencyKeys } from "../../../server/src/platform/database/tables/organization-tables.ts";
import { string } from "../../contract/reading.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";

let app: InProcessApp;
let count = 0;

beforeAll(async () => {
  app = await startApp();
}, 120_000);
afterAll(() => app.stop());

const newKey = () => `key ${++count}`;

function create(key: string, body: unknown, path = "/api/spaces") {
  return app.call("POST", path, { body, headers: { "Idempotency-Key": key } });
}

/** Counts the spaces with this name. */
async function spacesNamed(name: string): Promise<number> {
  let found = 0;
  for await (const space of app.quarry.spaces.list({ pageSize: 100 })) if (space.name === name) found += 1;
  return found;
}

describe("a call with an Idempotency-Key", () => {
  test("runs once, and repeats return the same response", async () => {
    const key = newKey();
    const first = await create(key, { name: "once" });
    const again = await create(key, { name: "once" });
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.text).toBe(first.text);
    expect(first.headers.get("idempotent-replayed")).toBeNull();
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(again.headers.get("content-type")).toBe(first.headers.get("content-type"));
    expect(again.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
    expect(again.headers.get("x-ratelimit-limit")).not.toBeNull();
    expect(await spacesNamed("once")).toBe(1);
  });

  test("runs once when repeated concurrently", async () => {
    const key = newKey();
    const replies = await Promise.all(Array.from({ length: 20 }, () => create(key, { name: "concurrent" })));
    for (const { status, json, headers } of replies)
      if (status !== 201) {
        expect(json.code).toBe("request_in_progress");
        expect(headers.get("retry-after")).toBe("1");
      }
    expect(replies.filter(({ status }) => status === 201).length).toBeGreaterThan(0);
    expect(await spacesNamed("concurrent")).toBe(1);
  });

  test("runs again for another caller, or without the key", async () => {
    const { key } = await app.quarry.apiKeys.create({ name: "other", level: "admin" });
    const headers = { "Idempotency-Key": newKey() };
    for (const caller of [app.rootKey, key])
      await app.call("POST", "/api/spaces", { body: { name: "each" }, headers, key: caller });
    await app.call("POST", "/api/spaces", { body: { name: "each" } });
    expect(await spacesNamed("each")).toBe(3);
  });

  test("returns 409 when its key is reused for another call", async () => {
    const key = newKey();
    const { json } = await create(key, { name: "mine" });
    const others = [
      await create(key, { name: "mine too" }),
      await create(key, { name: "mine" }, "/api/spaces?x=1"),
      await create(key, { name: "mine", level: "read" }, "/api/api-keys"),
    ];
    for (const other of others) {
      expect(other.status).toBe(409);
      expect(other.json).toMatchObject({ code: "idempotency_key_reused", error: "Conflict" });
    }
    expect(string((json.space as { name: unknown }).name)).toBe("mine");
    expect(await spacesNamed("mine too")).toBe(0);
  });

  test("that was refused runs when it is repeated", async () => {
    const key = newKey();
    const body = { filename: "a.txt", content: "text" };
    const { space } = await app.quarry.spaces.create({ name: "later" });
    await app.quarry.spaces.archive(space.id);
    const path = `/api/spaces/${space.id}/documents`;
    expect((await create(key, body, path)).status).toBe(404);
    await app.quarry.spaces.restore(space.id);
    const done = await create(key, body, path);
    expect(done.status).toBe(201);
    const again = await create(key, body, path);
    expect([again.status, again.json.id]).toEqual([201, done.json.id]);
    expect((await create(newKey(), body, path)).status).toBe(409);
  });

  test("recognizes a repeated multipart upload", async () => {
    const { space } = await app.quarry.spaces.create({ name: "forms" });
    const path = `/api/spaces/${space.id}/documents`;
    const key = newKey();
    const upload = async () => {
      const form = new FormData();
      form.set("file", new File(["some text"], "form.txt"));
      const body = new Response(form);
      const headers = { "Idempotency-Key": key, "Content-Type": body.headers.get("content-type") ?? "" };
      return app.call("POST", path, { rawBody: new Uint8Array(await body.arrayBuffer()), headers });
    };
    const first = await upload();
    const again = await upload();
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.json.id).toBe(first.json.id);
  });

  test("that deletes returns the same response again", async () => {
    const { space } = await app.quarry.spaces.create({ name: "gone" });
    const { document } = await app.quarry.documents.upsert({
      spaceId: space.id,
      filename: "a.txt",
      content: "text",
    });
    const headers = { "Idempotency-Key": newKey() };
    const path = `/api/documents/${document.id}`;
    for (const _ of [1, 2])
      expect((await app.call("DELETE", path, { headers })).json).toEqual({ deleted: true, id: document.id });
    expect((await app.call("DELETE", path)).status).toBe(404);
  });

  test("returns a secret again to its caller, and stores it encrypted", async () => {
    const key = newKey();
    const body = { name: "secret", level: "read" };
    const first = await create(key, body, "/api/api-keys");
    const again = await create(key, body, "/api/api-keys");
    expect(again.json.key).toBe(string(first.json.key));
    const rows = await app.deps.db.select().from(idempotencyKeys);
    const stored = rows.map(
      ({ answer, ...row }) => JSON.stringify(row) + Buffer.from(answer ?? []).toString("latin1"),
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(stored.join("\n")).not.toContain(string(first.json.key).slice(4));
    expect(stored.join("\n")).not.toContain(key);
  });

  test("refuses an invalid key", async () => {
    for (const key of ["", "x".repeat(201), "ä"]) {
      const { status, json } = await create(key, { name: "odd" });
      expect([status, json.code]).toEqual([400, "invalid_request"]);
    }
    expect(await spacesNamed("odd")).toBe(0);
  });

  test("is not repeated when its outcome is unknown", async () => {
    const key = newKey();
    await create(key, { name: "unknown" });
    const forget = (answer: string) =>
      app.deps.db.execute(
        sql.raw(`update idempotency_keys set answer = ${answer}, alive_until = now() - interval '1 second'`),
      );
    for (const answer of ["null", "decode(repeat('00', 60), 'hex')"]) {
      await forget(answer);
      const { status, json, headers } = await create(key, { name: "unknown" });
      expect([status, json.code]).toEqual([409, "outcome_unknown"]);
      expect(headers.get("retry-after")).toBeNull();
    }
    expect(await spacesNamed("unknown")).toBe(1);
  });

  test("is forgotten after a day", async () => {
    const key = newKey();
    await create(key, { name: "day" });
    await app.deps.eventRetention.run();
    expect((await create(key, { name: "day" })).headers.get("idempotent-replayed")).toBe("true");
    await app.deps.db.execute(sql`update idempotency_keys set created_at = now() - interval '25 hours'`);
    await app.deps.eventRetention.run();
    expect(await app.deps.db.select().from(idempotencyKeys)).toEqual([]);
  });

  test("that only reads runs again", async () => {
    const { space } = await app.quarry.spaces.create({ name: "asked" });
    const body = { query: "text", spaceIds: space.id };
    const key = newKey();
    for (const _ of [1, 2]) {
      const { status, headers } = await create(key, body, "/api/query");
      expect([status, headers.get("idempotent-replayed")]).toEqual([200, null]);
    }
  });
});

test("the outcome is unknown when the service fails after the work is done", async () => {
  const broken = await startApp({
    change: (deps) => ({
      ...deps,
      services: {
        ...deps.services,
        spaces: {
          ...deps.services.spaces,
          async create(...given) {
            await deps.services.spaces.create(...given);
            throw new Error("failed after the work");
          },
        },
      },
    }),
  });
  const call = () =>
    broken.call("POST", "/api/spaces", { body: { name: "a" }, headers: { "Idempotency-Key": "k" } });
  expect((await call()).status).toBe(500);
  const { status, json } = await call();
  expect([status, json.code]).toEqual([409, "outcome_unknown"]);
  expect((await broken.call("GET", "/api/spaces")).json.data).toHaveLength(1);
  await broken.stop();
});
