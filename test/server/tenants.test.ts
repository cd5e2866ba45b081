import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Reply } from "../contract/caller.ts";
import { expectError } from "../contract/expecting.ts";
import { type Json, objects, string } from "../contract/reading.ts";
import { type InProcessApp, startApp } from "../support/in-process-app.ts";
import { addTenant } from "./other-tenant.ts";
import { runSql } from "./rows.ts";

/** Ids, or a slug, of one organization. */
interface Ids {
  readonly space: string;
  readonly document: string;
  readonly key: string;
  readonly webhook: string;
  readonly evaluation: string;
  readonly run: string;
}

let app: InProcessApp;
let stranger: { orgId: string; key: string; keyId: string };
let own: Ids;
const MISSING: Ids = {
  space: "spc_missing",
  document: "doc_missing",
  key: "key_missing",
  webhook: "whk_missing",
  evaluation: "evl_missing",
  run: "run_missing",
};

beforeAll(async () => {
  app = await startApp({ env: { QUARRY_WEBHOOK_ALLOW_PRIVATE: "true" } });
  stranger = await addTenant(app.deps, "Stranger", "enterprise");
  const { space } = await app.quarry.spaces.create({ name: "Secret pelicans", metadata: { secret: true } });
  const content = "The pelican is called Aldebaran.";
  const { document } = await app.quarry.documents.upsert({ spaceId: space.id, filename: "a.md", content });
  const { apiKey } = await app.quarry.apiKeys.create({ name: "second", level: "read" });
  const { webhook } = await app.quarry.webhooks.create({
    url: "http://127.0.0.1:1/",
    events: ["space.purged"],
  });
  const spaceId = space.id;
  const queries = [{ query: "pelican", relevant: [{ filename: "a.md" }] }];
  const { evaluation } = await app.quarry.evaluations.create({ spaceId, name: "golden", queries });
  const { run } = await app.quarry.evaluations.run({ spaceId, id: evaluation.id });
  own = {
    ...{ space: spaceId, document: document.id, key: apiKey.id, webhook: webhook.id },
    ...{ evaluation: evaluation.id, run: run.id },
  };
}, 60_000);
afterAll(() => app.stop());

const NAMES: Ids = {
  ...{ space: ":space", document: ":id", key: ":key", webhook: ":webhook" },
  ...{ evaluation: ":evaluation", run: ":run" },
};

type Route = readonly [method: string, path: (ids: Ids) => string, body?: (ids: Ids) => Json];
const content = { filename: "a.md", content: "Mine now." };
const space = ({ space }: Ids) => `/api/spaces/${space}`;
const inSpace = (ids: Ids) => `${space(ids)}/documents/${ids.document}`;
const webhook = ({ webhook }: Ids) => `/api/webhooks/${webhook}`;
const evaluations = (ids: Ids) => `${space(ids)}/evaluations`;
const evaluation = (ids: Ids) => `${evaluations(ids)}/${ids.evaluation}`;
const run = (ids: Ids) => `${evaluation(ids)}/runs/${ids.run}`;
const queries = [{ query: "pelican", relevant: [{ filename: "a.md" }] }];
const alone = ({ document }: Ids) => `/api/documents/${document}`;

const ROUTES: readonly Route[] = [
  ["GET", space],
  ["PATCH", space, () => ({ name: "Mine" })],
  ["PATCH", space, () => ({ isArchived: true })],
  ["DELETE", space],
  ["DELETE", (ids) => `${space(ids)}?purge=true`],
  ["GET", (ids) => `${space(ids)}/documents`],
  ["GET", (ids) => `/api/documents?spaceId=${ids.space}`],
  ["POST", (ids) => `${space(ids)}/documents`, () => content],
  ["POST", () => "/api/documents", ({ space }) => ({ spaceId: space, ...content })],
  ["PUT", () => "/api/documents", ({ space }) => ({ spaceId: space, ...content })],
  ["PUT", () => "/api/documents/batch", ({ space }) => ({ spaceId: space, documents: [content] })],
  ["GET", (ids) => `/api/documents/by-filename?spaceId=${ids.space}&filename=a.md`],
  ["GET", inSpace],
  ["GET", alone],
  ["GET", (ids) => `${alone(ids)}?spaceId=${ids.space}`],
  ["PATCH", inSpace, () => ({ metadata: {} })],
  ["PATCH", alone, ({ space }) => ({ spaceId: space, status: "FAILED" })],
  ["DELETE", inSpace],
  ["DELETE", alone],
  ["DELETE", (ids) => `${alone(ids)}?spaceId=${ids.space}`],
  ["GET", (ids) => `${inSpace(ids)}/file`],
  ["GET", (ids) => `${alone(ids)}/file`],
  ["POST", () => "/api/query", ({ space }) => ({ query: "pelican", spaceIds: space })],
  ["PATCH", space, () => ({ ranking: { vectorWeight: 1 } })],
  ["GET", evaluations],
  ["POST", evaluations, () => ({ name: "Mine", queries })],
  ["GET", evaluation],
  ["PATCH", evaluation, () => ({ name: "Mine" })],
  ["DELETE", evaluation],
  ["GET", (ids) => `${evaluation(ids)}/runs`],
  ["POST", (ids) => `${evaluation(ids)}/runs`, () => ({})],
  ["GET", run],
  ["GET", (ids) => `${run(ids)}/report`],
  ["POST", (ids) => `${evaluation(ids)}/fit`, () => ({ apply: true })],
  ["DELETE", ({ key }) => `/api/api-keys/${key}`],
  ["POST", ({ key }) => `/api/api-keys/${key}/rotate`],
  ["GET", (ids) => `/api/events?spaceId=${ids.space}`],
  ["POST", () => "/api/webhooks", ({ space }) => ({ url: "http://127.0.0.1:1/", spaceIds: [space] })],
  ["GET", webhook],
  ["PATCH", webhook, () => ({ enabled: false })],
  ["DELETE", webhook],
  ["POST", (ids) => `${webhook(ids)}/rotate`],
  ["POST", (ids) => `${webhook(ids)}/test`],
  ["GET", (ids) => `${webhook(ids)}/deliveries`],
  ["POST", (ids) => `${webhook(ids)}/replay`, () => ({ since: "2026-01-01" })],
];

const asStranger = (method: string, path: string, body?: Json): Promise<Reply> =>
  app.call(method, path, { key: stranger.key, ...(body ? { body } : {}) });
const snapshot = async () =>
  JSON.stringify(
    await Promise.all(
      ["spaces", "documents", "chunks", "jobs", "events", "webhooks", "evaluations", "evaluation_runs"].map(
        (table) => runSql(app.deps, `select * from ${table}`),
      ),
    ),
  );

function withoutIds(reply: Reply, ids: Ids): Json {
  let text = reply.text.replace(string(reply.json.requestId), "");
  for (const [name, id] of Object.entries(ids)) text = text.replaceAll(id, `<${name}>`);
  return { status: reply.status, text, headers: [...reply.headers.keys()].sort() };
}

describe("what belongs to another organization is as if it did not exist:", () => {
  for (const [method, path, body] of ROUTES)
    test(`${method} ${path(NAMES)} ${JSON.stringify(body?.(MISSING) ?? "")}`, async () => {
      const before = await snapshot();
      const foreign = await asStranger(method, path(own), body?.(own));
      const missing = await asStranger(method, path(MISSING), body?.(MISSING));
      expectError(foreign, 404);
      expect(withoutIds(foreign, own)).toEqual(withoutIds(missing, MISSING));
      expect(await snapshot()).toBe(before);
    });

  test("their slug names nothing, and their space beside an own one is refused", async () => {
    const { space } = await app.quarryWith(stranger.key).spaces.create({ name: "Own" });
    expectError(await asStranger("GET", "/api/spaces/secret-pelicans"), 404);
    const both = await asStranger("POST", "/api/query", {
      query: "pelican",
      spaceIds: [space.id, own.space],
    });
    expectError(both, 404);
  });

  test("their evaluation and run are not reached through an own space or an own evaluation", async () => {
    const client = app.quarryWith(stranger.key);
    const { space } = await client.spaces.create({ name: "Hatch" });
    const name = { spaceId: space.id, id: own.evaluation };
    for (const method of ["GET", "DELETE"])
      expectError(await asStranger(method, `/api/spaces/${space.id}/evaluations/${own.evaluation}`), 404);
    await expect(client.evaluations.run(name)).rejects.toThrow("no evaluation");
    const mine = await client.evaluations.create({ spaceId: space.id, name: "mine", queries });
    const foreign = { spaceId: space.id, id: mine.evaluation.id, runId: own.run };
    await expect(client.evaluations.getRun(foreign)).rejects.toThrow("no run");
    await expect(client.evaluations.report(foreign)).rejects.toThrow("no run");
  });

  test("their document in an own space is not found, and theirs is not reached through an own space", async () => {
    const { space } = await app.quarryWith(stranger.key).spaces.create({ name: "Door" });
    for (const method of ["GET", "DELETE"])
      expectError(await asStranger(method, `/api/spaces/${space.id}/documents/${own.document}`), 404);
    expectError(await asStranger("PATCH", alone(own), { spaceId: space.id, metadata: {} }), 404);
  });

  test("lists hold only what is one's own", async () => {
    const spaces = await asStranger(
      "GET",
      `/api/spaces?status=all&metadata=${encodeURIComponent('{"secret":true}')}`,
    );
    expect(objects(spaces.json.data)).toEqual([]);
    const keys = objects((await asStranger("GET", "/api/api-keys")).json.data);
    expect(keys.map((key) => key.id)).toEqual([stranger.keyId]);
  });

  test("smart queries recommend only one's own spaces", async () => {
    const client = app.quarryWith(stranger.key);
    const query = "the secret pelican called Aldebaran";
    expect((await client.smartQuery({ query, search: true })).recommendations).toEqual([]);
    const { space } = await client.spaces.create({ name: "Secret pelicans of mine" });
    const { recommendations, results } = await client.smartQuery({ query, search: true });
    expect(recommendations.map(({ spaceId }) => spaceId)).toEqual([space.id]);
    expect(results).toEqual([]);
  });
});

test("both may use the same slug, filename and text, and each finds its own", async () => {
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
