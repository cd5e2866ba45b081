import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Tier } from "@quarry/schema";
import { expectError, expectMatch, expectStatus } from "../../contract/expecting.ts";
import { objects } from "../../contract/reading.ts";
import { UNREADABLE } from "../../contract/seeding.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { addTenant } from "../other-tenant.ts";
import { addDocuments } from "../rows.ts";

let app: InProcessApp;
beforeAll(async () => {
  app = await startApp();
}, 120_000);
afterAll(() => app.stop());

/** Creates an organization of a tier, with functions that call the API with its key. */
async function tenantOf(tier: Tier) {
  const { orgId, key } = await addTenant(app.deps, tier, tier);
  const call = (method: string, path: string, body?: object) =>
    app.call(method, path, { key, ...(body && { body }) });
  return { orgId, key, call, quarry: app.quarryWith(key) };
}

/** Also creates a space with this number of documents, named `0.txt` and so on. */
async function tenantWithSpace(tier: Tier, documents: number) {
  const tenant = await tenantOf(tier);
  const { space } = await tenant.quarry.spaces.create({ name: "Full" });
  await addDocuments(app.deps.db, tenant.orgId, space.id, documents);
  const count = async () =>
    (await tenant.quarry.documents.list({ spaceId: space.id, pageSize: 1 })).pagination.total;
  return { ...tenant, spaceId: space.id, count };
}

const put = (spaceId: string, filename: string) => ({ spaceId, filename, content: `It is ${filename}.` });

describe("the number of spaces", () => {
  test.each([
    ["sandbox", 1],
    ["developer", 10],
  ] as const)("%s: allows %p; archived spaces count, purged ones do not", async (tier, limit) => {
    const { call, quarry } = await tenantOf(tier);
    const made = [];
    for (let count = 0; count < limit; count += 1) made.push(await quarry.spaces.create({ name: "Same" }));
    const create = () => call("POST", "/api/spaces", { name: "Same" });
    const message = expectError(await create(), 403);
    expect(message).toContain(`The ${tier} tier allows ${limit} space`);
    expect(message).toContain("including archived ones");
    expect(message).toContain("?purge=true");
    const [first] = made;
    await quarry.spaces.archive(first?.space.id ?? "");
    expectError(await create(), 403);
    // Restoring a space does not count as creating one.
    await quarry.spaces.restore(first?.space.id ?? "");
    await quarry.spaces.purge(first?.space.id ?? "");
    expectStatus(await create(), 201);
    expectError(await create(), 403);
  });

  test("never exceeds the limit under concurrent requests", async () => {
    const { call, quarry } = await tenantOf("developer");
    for (let count = 0; count < 7; count += 1) await quarry.spaces.create({ name: "Same" });
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, at) => call("POST", "/api/spaces", { name: `Space ${at}` })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([
      ...Array(3).fill(201),
      ...Array(17).fill(403),
    ]);
    expect((await quarry.spaces.list({ status: "all" })).pagination.total).toBe(10);
  });

  test("is unlimited for pro", async () => {
    const { quarry } = await tenantOf("pro");
    for (let count = 0; count < 12; count += 1) await quarry.spaces.create({ name: "Same" });
  });
});

describe("the number of documents in a space", () => {
  test.each([
    ["sandbox", 50],
    ["developer", 1000],
  ] as const)("%s: allows %p; POST, PUT and batch refuse one more", async (tier, limit) => {
    const { call, spaceId, count } = await tenantWithSpace(tier, limit - 2);
    const upload = (filename: string) =>
      call("POST", `/api/spaces/${spaceId}/documents`, { filename, content: "text" });
    const upsert = (filename: string) => call("PUT", "/api/documents", put(spaceId, filename));
    expectStatus(await upload("last but one.txt"), 201);
    expectStatus(await upsert("last.txt"), 201);
    for (const write of [upload, upsert]) {
      const message = expectError(await write("more.txt"), 403);
      expect(message).toContain(`The ${tier} tier allows ${limit} documents in a space`);
    }
    expect(await count()).toBe(limit);
    // Existing documents can still be changed, also in a batch with refused ones.
    expectStatus(await upsert("last.txt"), 200);
    expectStatus(await call("PUT", "/api/documents", { ...put(spaceId, "last.txt"), content: "New." }), 200);
    const documents = ["more.txt", "0.txt", "last.txt", "yet more.txt"].map((filename) => ({
      filename,
      content: `Changed ${filename}`,
    }));
    const batch = await call("PUT", "/api/documents/batch", { spaceId, documents });
    expectStatus(batch, 200);
    const [first, second, third, fourth] = objects(batch.json.results);
    for (const refused of [first, fourth])
      expectMatch(refused, { error: "Forbidden", message: expect.stringContaining(`${limit} documents`) });
    for (const changed of [second, third]) expectMatch(changed, { created: false });
    expect(await count()).toBe(limit);
  });

  test("deleting a document makes room, which a batch fills with its first readable documents", async () => {
    const { call, quarry, spaceId, count } = await tenantWithSpace("sandbox", 50);
    const { data } = await quarry.documents.list({ spaceId, pageSize: 2 });
    for (const { id } of data) await quarry.documents.delete({ spaceId, id });
    const broken = { filename: "broken.txt", content: UNREADABLE.content, encoding: "base64" };
    const names = ["a.txt", "b.txt", "c.txt"];
    const documents = [broken, ...names.map((filename) => ({ filename, content: filename }))];
    const { json } = await call("PUT", "/api/documents/batch", { spaceId, documents });
    expect(objects(json.results).map(({ error, created }) => error ?? created)).toEqual([
      "Bad Request",
      true,
      true,
      "Forbidden",
    ]);
    expect(await count()).toBe(50);
  });

  test("never exceeds the limit under concurrent writes", async () => {
    const { call, spaceId, count } = await tenantWithSpace("sandbox", 43);
    const replies = await Promise.all(
      Array.from({ length: 24 }, (_, at) => {
        const { filename, content } = put(spaceId, `new ${at}.txt`);
        if (at % 3 === 0) return call("POST", "/api/documents", { spaceId, filename, content });
        if (at % 3 === 1) return call("PUT", "/api/documents", { spaceId, filename, content });
        return call("PUT", "/api/documents/batch", { spaceId, documents: [{ filename, content }] });
      }),
    );
    const outcomes = replies.map(({ status, json }) => {
      const [result] = status === 200 ? objects(json.results) : [];
      return result ? (result.created ?? result.error) : status;
    });
    expect(outcomes.filter((outcome) => outcome === 201 || outcome === true)).toHaveLength(7);
    expect(outcomes.filter((outcome) => outcome === 403 || outcome === "Forbidden")).toHaveLength(17);
    expect(await count()).toBe(50);
  });

  test("is unlimited for pro, and counted separately for each space", async () => {
    const pro = await tenantWithSpace("pro", 1000);
    await pro.quarry.documents.upsert(put(pro.spaceId, "a.txt"));
    const { quarry, spaceId, call } = await tenantWithSpace("developer", 1000);
    expectError(await call("PUT", "/api/documents", put(spaceId, "a.txt")), 403);
    const other = await quarry.spaces.create({ name: "Other" });
    await quarry.documents.upsert(put(other.space.id, "a.txt"));
  });
});

describe("a call that the tier does not allow and that names an unknown space", () => {
  const document = { filename: "more.txt", content: "text" };
  const inNowhere = { spaceId: "nowhere", ...document };
  const noSpace = [404, 'There is no space "nowhere".'] as const;
  const noLevel = [403, "The sandbox tier allows only keys with a level"] as const;
  test.each<[method: string, path: string, body: object, status: number, message: string]>([
    ["PUT", "/api/documents", inNowhere, ...noSpace],
    ["POST", "/api/documents", inNowhere, ...noSpace],
    ["POST", "/api/spaces/nowhere/documents", document, ...noSpace],
    ["PUT", "/api/documents/batch", { spaceId: "nowhere", documents: [document] }, ...noSpace],
    ["POST", "/api/api-keys", { name: "more", spaceIds: ["full", "nowhere"] }, ...noSpace],
    [
      "POST",
      "/api/api-keys",
      { name: "more", spaceIds: ["nowhere"], permissions: ["queries:read"] },
      ...noLevel,
    ],
  ])("%s %s %j answers %p: %s", async (method, path, body, status, message) => {
    const { call } = await tenantWithSpace("sandbox", 50);
    expect(expectError(await call(method, path, body), status)).toContain(message);
  });
});

test("usage and a space's limits report what the tier allows", async () => {
  const { quarry, spaceId } = await tenantWithSpace("sandbox", 3);
  const { limits } = await quarry.spaces.limits(spaceId);
  expectMatch(limits, { tier: "sandbox", documents: { count: 3, limit: 50 }, retentionDays: 7 });
  const { usage } = await quarry.usage.get();
  expectMatch(usage, {
    ...{ tier: "sandbox", spaces: { count: 1, limit: 1 }, documents: { count: 3, limitPerSpace: 50 } },
    ...{ storageBytes: 3, apiKeys: { count: 1, limit: 1 }, retentionDays: 7 },
    requests: [
      { windowSeconds: 60, limit: 60, remaining: 57 },
      { windowSeconds: 86_400, limit: 100, remaining: 97 },
    ],
  });
});
