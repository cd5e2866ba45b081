import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Quarry } from "@quarry/sdk";
import { expectError, expectStatus } from "../../contract/expecting.ts";
import { readEvents } from "../../support/event-reader.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { until } from "../../support/until.ts";

/** Number of spaces that match the question better than the visible one: more than the smart query compares one by one. */
const DISTRACTORS = 90;

let app: InProcessApp;
let key: string;
let keyId: string;
let quarry: Quarry;
let visible: { spaceId: string; documentId: string };
let hidden: { spaceId: string; documentId: string };
let second: string;

beforeAll(async () => {
  app = await startApp();
  visible = await newSpace(
    "Visible",
    "Notes of all kinds. A pelican was mentioned once, long ago, by another person.",
  );
  hidden = await newSpace("Hidden", "The pelican eats fish. The pelican flies. Pelican, pelican.");
  second = (await newSpace("Second", "Nothing of note.")).spaceId;
  for (let at = 0; at < DISTRACTORS; at += 1)
    await newSpace(`Distractor ${at}`, `The pelican ${at} eats fish, the pelican flies.`);
  const spaceIds = [visible.spaceId, second];
  const made = await app.quarry.apiKeys.create({ name: "for some", level: "admin", spaceIds });
  key = made.key;
  keyId = made.apiKey.id;
  quarry = app.quarryWith(key);
  expect(made.apiKey.spaceIds).toEqual(spaceIds);
}, 120_000);
afterAll(() => app.stop());

async function newSpace(name: string, content: string) {
  const { space } = await app.quarry.spaces.create({ name });
  const { document } = await app.quarry.documents.upsert({ spaceId: space.id, filename: "a.txt", content });
  return { spaceId: space.id, documentId: document.id };
}

const call = (method: string, path: string, body?: object) =>
  app.call(method, path, { key, ...(body && { body }) });

describe("a key that is limited to some spaces", () => {
  test("lists and opens only its spaces", async () => {
    const { data, pagination } = await quarry.spaces.list();
    expect(data.map(({ name }) => name).sort()).toEqual(["Second", "Visible"]);
    expect(pagination.total).toBe(2);
    expectStatus(await call("GET", `/api/spaces/${visible.spaceId}`), 200);
    for (const name of [hidden.spaceId, "hidden"]) expectError(await call("GET", `/api/spaces/${name}`), 404);
    for (const [method, query] of [
      ["PATCH", ""],
      ["DELETE", ""],
      ["DELETE", "?purge=true"],
    ] as const)
      expectError(
        await call(
          method,
          `/api/spaces/${hidden.spaceId}${query}`,
          method === "PATCH" ? { name: "Mine" } : undefined,
        ),
        404,
      );
    expect((await app.quarry.spaces.get(hidden.spaceId)).space.name).toBe("Hidden");
  });

  test("reads and writes only documents in its spaces, also by document id", async () => {
    expectStatus(await call("GET", `/api/documents/${visible.documentId}`), 200);
    for (const path of [`/api/documents/${hidden.documentId}`, `/api/spaces/${hidden.spaceId}/documents`])
      expectError(await call("GET", path), 404);
    for (const part of ["file", "chunks", "outline"])
      expectError(await call("GET", `/api/documents/${hidden.documentId}/${part}`), 404);
    expectError(await call("DELETE", `/api/documents/${hidden.documentId}`), 404);
    const into = (spaceId: string) => ({ spaceId, filename: "b.txt", content: "text" });
    expectStatus(await call("PUT", "/api/documents", into(second)), 201);
    expectError(await call("PUT", "/api/documents", into(hidden.spaceId)), 404);
    expectError(await call("POST", "/api/documents", into(hidden.spaceId)), 404);
  });

  test("queries only its spaces", async () => {
    const { results } = await quarry.query({
      query: "a pelican of note",
      spaceIds: [visible.spaceId, second],
    });
    expect(new Set(results.map(({ space }) => space.id))).toEqual(new Set([visible.spaceId, second]));
    for (const spaceIds of [hidden.spaceId, [visible.spaceId, hidden.spaceId], "hidden"])
      expectError(await call("POST", "/api/query", { query: "pelican", spaceIds }), 404);
  });

  test("gets its best space recommended, although many other spaces match better", async () => {
    const all = await app.quarry.smartQuery({ query: "Which fish does the pelican eat?", limit: 100 });
    expect(all.recommendations.slice(0, 64).map(({ spaceId }) => spaceId)).not.toContain(visible.spaceId);
    const { recommendations, results } = await quarry.smartQuery({
      ...{ query: "Which fish does the pelican eat?", search: true, minRelevance: 0 },
    });
    expect(recommendations[0]?.spaceId).toBe(visible.spaceId);
    for (const { spaceId } of recommendations) expect([visible.spaceId, second]).toContain(spaceId);
    for (const { space } of results ?? []) expect([visible.spaceId, second]).toContain(space.id);
  });

  test("evaluates only its spaces", async () => {
    const queries = [{ query: "pelican", relevant: [{ filename: "a.txt" }] }];
    const { evaluation } = await app.quarry.evaluations.create({
      spaceId: hidden.spaceId,
      name: "g",
      queries,
    });
    const path = `/api/spaces/${hidden.spaceId}/evaluations`;
    expectError(await call("GET", path), 404);
    expectError(await call("POST", path, { name: "h", queries }), 404);
    expectError(await call("POST", `${path}/${evaluation.id}/runs`, {}), 404);
    expectError(await call("GET", `/api/spaces/${visible.spaceId}/evaluations/${evaluation.id}`), 404);
    const own = await quarry.evaluations.create({ spaceId: visible.spaceId, name: "g", queries });
    await quarry.evaluations.run({ spaceId: visible.spaceId, id: own.evaluation.id });
  });

  test("receives only events of its spaces", async () => {
    const request = (query: string) =>
      app.app.handle(
        new Request(`http://localhost/api/events?${query}`, { headers: { "Svc-Api-Key": key } }),
      );
    for (const name of [hidden.spaceId, `${visible.spaceId},${hidden.spaceId}`])
      expect((await request(`spaceId=${name}`)).status).toBe(404);
    const reader = readEvents(await request("lastEventId=0"));
    await app.quarry.documents.upsert({
      spaceId: hidden.spaceId,
      filename: "c.txt",
      content: "Not for all.",
    });
    await app.quarry.apiKeys.create({ name: "unseen" });
    await app.quarry.documents.upsert({ spaceId: second, filename: "last.txt", content: "For all." });
    await until("the last event", () => reader.text.includes("last.txt") || undefined);
    await reader.close();
    for (const event of reader.events) expect([visible.spaceId, second]).toContain(event.spaceId ?? "none");
  });

  test("cannot call routes that concern the whole organization", async () => {
    const whole: [string, string, object?][] = [
      ["POST", "/api/spaces", { name: "Mine" }],
      ["GET", "/api/webhooks"],
      ["POST", "/api/webhooks", { url: "https://example.com/" }],
      ["GET", "/api/audit"],
    ];
    for (const [method, path, body] of whole)
      expect(expectError(await call(method, path, body), 403)).toContain("limited to some spaces");
  });

  test("creates keys only for its spaces, and cannot see other keys", async () => {
    const child = await quarry.apiKeys.create({ name: "child", level: "read" });
    expect(child.apiKey.spaceIds).toEqual([visible.spaceId, second]);
    const narrower = await quarry.apiKeys.create({ name: "narrower", level: "admin", spaceIds: ["second"] });
    expect(narrower.apiKey.spaceIds).toEqual([second]);
    for (const spaceIds of [[hidden.spaceId], [visible.spaceId, "hidden"]])
      expectError(await call("POST", "/api/api-keys", { name: "wider", spaceIds }), 404);
    const other = await app.quarry.apiKeys.create({
      name: "other",
      level: "read",
      spaceIds: [hidden.spaceId],
    });
    const whole = await app.quarry.apiKeys.create({ name: "whole", level: "read" });
    const ids = async (client: Quarry) =>
      (await client.apiKeys.list({ pageSize: 100 })).data.map(({ id }) => id);
    expect((await ids(quarry)).sort()).toEqual([keyId, child.apiKey.id, narrower.apiKey.id].sort());
    expect(await ids(app.quarryWith(narrower.key))).toEqual([narrower.apiKey.id]);
    for (const { apiKey } of [other, whole]) {
      expectError(await call("DELETE", `/api/api-keys/${apiKey.id}`), 404);
      expectError(await call("POST", `/api/api-keys/${apiKey.id}/rotate`), 404);
    }
    // Rotation keeps the key's spaces.
    const rotated = await app.quarry.apiKeys.rotate({ id: narrower.apiKey.id });
    expect((await app.quarryWith(rotated.key).spaces.list()).data.map(({ id }) => id)).toEqual([second]);
  });

  test("has access to nothing after its only space is purged", async () => {
    const { space } = await app.quarry.spaces.create({ name: "Short-lived" });
    const short = await app.quarry.apiKeys.create({ name: "short", level: "admin", spaceIds: [space.id] });
    await app.quarry.spaces.purge(space.id);
    const client = app.quarryWith(short.key);
    expect((await client.spaces.list({ status: "all" })).data).toEqual([]);
    expect((await client.smartQuery({ query: "pelican", minRelevance: 0 })).recommendations).toEqual([]);
  });
});
