import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { runSql } from "../rows.ts";

let app: InProcessApp;
beforeAll(async () => {
  app = await startApp();
}, 120_000);
afterAll(() => app.stop());

/** Keys are cached for less than this time. */
const CACHE_MS = 1000;

const statusOf = async (key: string) => (await app.call("GET", "/api/spaces", { key })).status;
const statuses = (...keys: string[]) => Promise.all(keys.map(statusOf));
const newKey = async () => {
  const { apiKey, key } = await app.quarry.apiKeys.create({ name: "rotated", level: "admin" });
  expect(await statusOf(key)).toBe(200);
  return { id: apiKey.id, key };
};
const rotate = async (id: string, overlapSeconds?: number) =>
  (await app.quarry.apiKeys.rotate({ id, ...(overlapSeconds === undefined ? {} : { overlapSeconds }) })).key;
/** Ends the overlap of a key's rotation, and waits until no cache holds the old key. */
async function endOverlap(id: string) {
  await runSql(app.deps, `update api_keys set previous_until = now() where id = '${id}'`);
  await Bun.sleep(CACHE_MS);
}

describe("the rotation of a key", () => {
  test.each([undefined, 0])("with an overlap of %p disables the old secret immediately", async (overlap) => {
    const { id, key } = await newKey();
    const rotated = await rotate(id, overlap);
    expect(await statuses(key, rotated)).toEqual([401, 200]);
  });

  test("with an overlap keeps the old secret working until it ends", async () => {
    const { id, key } = await newKey();
    const before = await app.quarry.apiKeys.list({ pageSize: 100 });
    const rotated = await rotate(id, 3600);
    expect(await statuses(key, rotated)).toEqual([200, 200]);
    expect((await app.quarry.apiKeys.list({ pageSize: 100 })).pagination.total).toBe(before.pagination.total);
    await endOverlap(id);
    expect(await statuses(key, rotated)).toEqual([401, 200]);
  });

  test("repeated within the overlap keeps the last two secrets working", async () => {
    const { id, key } = await newKey();
    const second = await rotate(id, 3600);
    const third = await rotate(id, 3600);
    expect(await statuses(key, second, third)).toEqual([401, 200, 200]);
    expect(await statuses(await rotate(id), second, third)).toEqual([200, 401, 401]);
  });

  test("does not extend the old secret beyond the key's expiry", async () => {
    const { id, key } = await newKey();
    const rotated = await rotate(id, 3600);
    await runSql(app.deps, `update api_keys set expires_at = now() where id = '${id}'`);
    await Bun.sleep(CACHE_MS);
    expect(await statuses(key, rotated)).toEqual([401, 401]);
  });

  test("stops the old secret when the key is deleted within the overlap", async () => {
    const { id, key } = await newKey();
    const rotated = await rotate(id, 3600);
    await app.quarry.apiKeys.delete({ id });
    expect(await statuses(key, rotated)).toEqual([401, 401]);
  });

  test("refuses an overlap of more than a week", async () => {
    const { id } = await newKey();
    const reply = await app.call("POST", `/api/api-keys/${id}/rotate`, { body: { overlapSeconds: 604_801 } });
    expect(reply.status).toBe(400);
  });

  test("is recorded in the audit log without the secret", async () => {
    const { id } = await newKey();
    await rotate(id, 60);
    const [entry] = (await app.quarry.audit.list({ pageSize: 1 })).data;
    expect([entry?.action, entry?.targetId]).toEqual(["apikey.rotated", id]);
    expect(JSON.stringify(entry)).not.toMatch(/qry_[\w-]{20}/);
  });
});
