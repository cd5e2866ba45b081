import { afterAll, beforeAll, expect, test } from "bun:test";
import { AuthenticationError, NotFoundError, Quarry } from "@quarry/sdk";
import { object, string } from "../contract/reading.ts";
import { rejection } from "../support/failure.ts";
import { type RunningServer, startServer } from "../support/running-server.ts";
import { startReceiver, type WebhookReceiver } from "../support/webhook-receiver.ts";
import { METHODS } from "./methods.ts";

// Calls every SDK method at least once against a live server and checks the result.

let server: RunningServer;
let receiver: WebhookReceiver;
let quarry: Quarry;
/** The operations of the OpenAPI file. */
let operations: readonly { readonly id: string; readonly method: string; readonly path: RegExp }[];
/** The operations of the requests of the current call. */
let sent: string[] = [];
const called = new Set<string>();

function operationOf(method: string, pathname: string): string {
  const found = operations.filter((one) => one.method === method && one.path.test(pathname));
  // A literal path takes precedence over one with a parameter.
  return (
    found.toSorted((a, b) => b.path.source.length - a.path.source.length)[0]?.id ?? `${method} ${pathname}`
  );
}

beforeAll(async () => {
  receiver = startReceiver();
  server = await startServer({ env: { QUARRY_WEBHOOK_ALLOW_PRIVATE: "true" } });
  quarry = new Quarry({
    apiKey: server.rootKey,
    baseUrl: server.baseUrl,
    maxRetries: 0,
    fetch(url, init) {
      sent.push(operationOf(init.method ?? "GET", new URL(url).pathname));
      return fetch(url, init);
    },
  });
  const description = object(await (await fetch(`${server.baseUrl}/api/openapi.json`)).json());
  operations = Object.entries(object(description.paths)).flatMap(([path, item]) =>
    Object.entries(object(item)).map(([method, operation]) => ({
      id: string(object(operation).operationId),
      method: method.toUpperCase(),
      path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
    })),
  );
}, 90_000);
afterAll(async () => {
  receiver?.stop();
  await server?.stop();
});

/** Calls a method, records it, and checks that its first request matches the table. */
async function via<Answer>(method: string, call: () => PromiseLike<Answer>): Promise<Answer> {
  sent = [];
  const answer = await call();
  expect([method, sent[0]]).toEqual([method, METHODS[method]?.[0]]);
  called.add(method);
  return answer;
}

test("the table lists exactly the operations of the OpenAPI file", () => {
  const named = new Set(Object.values(METHODS).flat());
  expect([...named].sort()).toEqual([...new Set(operations.map(({ id }) => id))].sort());
});

test("the table lists exactly the methods of the client", () => {
  const methodsOf = (owner: object) =>
    Object.getOwnPropertyNames(Object.getPrototypeOf(owner)).filter((name) => name !== "constructor");
  const ofResources = Object.entries(quarry).flatMap(([resource, owner]) =>
    methodsOf(owner).map((name) => `${resource}.${name}`),
  );
  expect(Object.keys(METHODS).sort()).toEqual([...methodsOf(quarry), ...ofResources].sort());
});

const TEXT = "# Herons\n\nThe heron stands in the water.\n\n# Storks\n\nThe stork stands on the roof.";

test("health and readiness", async () => {
  expect(await via("health", () => quarry.health())).toEqual({ status: "ok" });
  expect(await via("ready", () => quarry.ready())).toEqual({ status: "ok" });
});

test("spaces", async () => {
  const { space } = await via("spaces.create", () => quarry.spaces.create({ name: "Birds" }));
  const id = space.id;
  expect((await via("spaces.get", () => quarry.spaces.get(id))).space).toEqual(space);
  const updated = await via("spaces.update", () => quarry.spaces.update(id, { description: "All birds" }));
  expect(updated.space.description).toBe("All birds");
  expect((await via("spaces.limits", () => quarry.spaces.limits(id))).limits).toBeObject();
  expect((await via("spaces.archive", () => quarry.spaces.archive(id))).space.isArchived).toBe(true);
  expect((await via("spaces.restore", () => quarry.spaces.restore(id))).space.isArchived).toBe(false);
  const { data } = await via("spaces.list", () => quarry.spaces.list());
  expect(data.map((one) => one.id)).toEqual([id]);
  const archive = await via("spaces.export", () => quarry.spaces.export(id));
  const copy = await via("spaces.import", () => quarry.spaces.import(archive, { name: "Copied birds" }));
  expect([copy.space.name, copy.space.description]).toEqual(["Copied birds", "All birds"]);
  await quarry.spaces.purge(copy.space.id);
  await via("spaces.purge", () => quarry.spaces.purge(id));
  expect(await rejection(quarry.spaces.get(id))).toBeInstanceOf(NotFoundError);
});

test("documents and queries", async () => {
  const { space } = await quarry.spaces.create({ name: "Documents" });
  const spaceId = space.id;
  const statuses: string[] = [];
  const uploaded = await via("documents.upload", () =>
    quarry.documents.upload({ spaceId, file: new File([TEXT], "a.md"), metadata: { legs: 2 } }),
  );
  const onProgress = ({ status }: { status: string }) => void statuses.push(status);
  const ready = await uploaded.waitUntilReady({ onProgress });
  expect([ready.status, ready.filename, statuses.at(-1) ?? "COMPLETED"]).toEqual([
    "COMPLETED",
    "a.md",
    "COMPLETED",
  ]);
  const name = { spaceId, id: ready.id };

  const read = await via("documents.parse", () =>
    quarry.documents.parse({ spaceId, file: new File([TEXT], "a.md") }),
  );
  expect([read.filename, read.content, read.chunks.length]).toEqual(["a.md", TEXT, 1]);

  const preview = await via("spaces.previewChunking", () =>
    quarry.spaces.previewChunking(spaceId, { documentId: ready.id, chunking: { maxTokens: 100 } }),
  );
  expect([preview.count, preview.currentCount, preview.chunks[0]?.content]).toEqual([1, 1, TEXT.trim()]);

  const upserted = await via("documents.upsert", () =>
    quarry.documents.upsert({ spaceId, filename: "b.md", file: new TextEncoder().encode("Cranes dance.") }),
  );
  expect(upserted.created).toBe(true);
  const many = await via("documents.upsertMany", () =>
    quarry.documents.upsertMany([{ filename: "c.md", content: "Ibises." }], { spaceId }),
  );
  expect(many[0]).toMatchObject({ filename: "c.md", created: true });
  const documents = [{ filename: "c.md", content: "Ibises wade." }];
  const batch = await via("documents.upsertBatch", () =>
    quarry.documents.upsertBatch({ spaceId, documents }),
  );
  expect(batch.results[0]).toMatchObject({ filename: "c.md", created: false });

  expect((await via("documents.get", () => quarry.documents.get(name))).document.filename).toBe("a.md");
  const filename = "b.md";
  const text = await via("documents.getByFilename", () =>
    quarry.documents.getByFilename({ spaceId, filename }),
  );
  expect(text.content).toBe("Cranes dance.");
  const { outline } = await via("documents.outline", () => quarry.documents.outline(name));
  expect(JSON.stringify(outline)).toContain("Storks");
  const chunks = await via("documents.chunks", () => quarry.documents.chunks(name));
  expect(chunks.data.length).toBeGreaterThan(0);
  const { data } = await via("documents.list", () => quarry.documents.list({ spaceId }));
  expect(data.map((one) => one.filename).sort()).toEqual(["a.md", "b.md", "c.md"]);

  const file = await via("documents.file", () => quarry.documents.file(name));
  expect([file.sizeBytes, file.mimeType]).toEqual([TEXT.length, expect.stringContaining("markdown")]);
  expect(await new Response(file.body).text()).toBe(TEXT);
  const part = await quarry.documents.file({ ...name, range: { start: 2, end: 8 } });
  expect(await new Response(part.body).text()).toBe("Herons");
  const rest = await quarry.documents.file({ ...name, range: { start: TEXT.length - 5 } });
  expect(await new Response(rest.body).text()).toBe("roof.");

  const url = await via("documents.fileUrl", async () => quarry.documents.fileUrl({ ...name, page: 3 }));
  expect(url).toEndWith("/file#page=3");
  const opened = await fetch(url, { headers: { authorization: `Bearer ${server.rootKey}` } });
  expect(await opened.text()).toBe(TEXT);

  const query = "Where does the heron stand?";
  const answer = await via("query", () => quarry.query<{ legs: number }>({ query, spaceIds: spaceId }));
  expect(answer.results[0]?.document.metadata.legs).toBe(2);
  const [best] = answer.results;
  const address = await via("documents.passageUrl", async () => best && quarry.documents.passageUrl(best));
  const shown = `start=0&end=${best?.place.end}#passage`;
  expect(address).toBe(`${server.baseUrl}/app/documents/${ready.id}?${shown}`);
  const { answers } = await via("queryBatch", () =>
    quarry.queryBatch({ queries: [{ query, spaceIds: spaceId }] }),
  );
  expect(answers[0]?.results[0]?.place).toMatchObject({ page: null, start: 0 });
  const smart = await via("smartQuery", () => quarry.smartQuery({ query, search: true }));
  // With search: true, the types have results.
  expect([smart.recommendations[0]?.spaceId, smart.results[0]?.document.id]).toEqual([spaceId, ready.id]);

  await via("documents.update", () => quarry.documents.update({ ...name, status: "FAILED" }));
  const retried = await via("documents.retry", () => quarry.documents.retry(name));
  expect(retried.document.status).not.toBe("FAILED");
  expect(await via("documents.delete", () => quarry.documents.delete(name))).toEqual({
    deleted: true,
    id: ready.id,
  });
});

test("bulk operations", async () => {
  const { space } = await quarry.spaces.create({ name: "Bulk" });
  const spaceId = space.id;
  const names = ["a.md", "b.md", "c.txt"];
  for (const filename of names) await quarry.documents.upsert({ spaceId, filename, content: TEXT });
  const request = { spaceId, where: { name: ".md" }, action: "setMetadata" as const };
  const tagged = { ...request, metadata: { seen: true } };
  expect(await via("bulk.count", () => quarry.bulk.count(tagged))).toEqual({ count: 2 });
  const { count, operation } = await via("bulk.start", () => quarry.bulk.start(tagged));
  expect([count, operation.action]).toEqual([2, "setMetadata"]);
  const seen: string[] = [];
  const ended = await via("bulk.wait", () =>
    quarry.bulk.wait(operation, { onProgress: ({ state }) => void seen.push(state), timeoutMs: 30_000 }),
  );
  expect([ended.state, ended.done, seen.at(-1)]).toEqual(["completed", 2, "completed"]);
  expect((await via("bulk.get", () => quarry.bulk.get(operation))).operation).toEqual(ended);
  const listed = await via("bulk.list", () => quarry.bulk.list({ spaceId }));
  expect(listed.data.map(({ id }) => id)).toEqual([operation.id]);
  expect((await via("bulk.cancel", () => quarry.bulk.cancel(operation))).operation.state).toBe("completed");
  const found = await quarry.documents.list({
    spaceId,
    filter: { seen: { $eq: true } },
    kind: ["text", "pdf"],
  });
  expect(found.data.map(({ filename }) => filename).sort()).toEqual(["a.md", "b.md"]);
});

test("evaluations", async () => {
  const { space } = await quarry.spaces.create({ name: "Evaluations" });
  const spaceId = space.id;
  await quarry.documents.upsert({ spaceId, filename: "a.md", content: TEXT });
  const queries = Array.from({ length: 20 }, (_, at) => ({
    query: `Where does heron ${at} stand?`,
    relevant: [{ filename: "a.md" }],
  }));
  const { evaluation } = await via("evaluations.create", () =>
    quarry.evaluations.create({ spaceId, name: "golden", queries }),
  );
  const name = { spaceId, id: evaluation.id };
  expect((await via("evaluations.get", () => quarry.evaluations.get(name))).evaluation.name).toBe("golden");
  await via("evaluations.update", () => quarry.evaluations.update({ ...name, name: "silver" }));
  const listed = await via("evaluations.list", () => quarry.evaluations.list({ spaceId }));
  expect(listed.data.map((one) => one.name)).toEqual(["silver"]);
  const { run } = await via("evaluations.run", () => quarry.evaluations.run(name));
  const runs = await via("evaluations.runs", () => quarry.evaluations.runs(name));
  expect(runs.data.map((one) => one.id)).toEqual([run.id]);
  const runName = { ...name, runId: run.id };
  expect((await via("evaluations.getRun", () => quarry.evaluations.getRun(runName))).run.id).toBe(run.id);
  expect(await via("evaluations.report", () => quarry.evaluations.report(runName))).toContain("<html");
  expect(await via("evaluations.fit", () => quarry.evaluations.fit(name))).toBeObject();
  expect((await via("evaluations.delete", () => quarry.evaluations.delete(name))).deleted).toBe(true);
});

test("keys, webhooks and events", async () => {
  const created = await via("apiKeys.create", () => quarry.apiKeys.create({ name: "reader", level: "read" }));
  const key = { id: created.apiKey.id };
  const rotated = await via("apiKeys.rotate", () => quarry.apiKeys.rotate(key));
  expect(rotated.key).not.toBe(created.key);
  const keys = await via("apiKeys.list", () => quarry.apiKeys.list());
  expect(keys.data.map((one) => one.id)).toContain(key.id);
  await via("apiKeys.delete", () => quarry.apiKeys.delete(key));

  const hook = await via("webhooks.create", () => quarry.webhooks.create({ url: receiver.url }));
  const name = { id: hook.webhook.id };
  expect((await via("webhooks.get", () => quarry.webhooks.get(name))).webhook).toEqual(hook.webhook);
  expect((await via("webhooks.list", () => quarry.webhooks.list())).data).toHaveLength(1);
  await via("webhooks.update", () => quarry.webhooks.update({ ...name, description: "ours" }));
  expect((await via("webhooks.rotate", () => quarry.webhooks.rotate(name))).secret).not.toBe(hook.secret);
  await via("webhooks.test", () => quarry.webhooks.test(name));
  await receiver.got("webhook.test");
  const stop = new AbortController();
  const stream = quarry.events.stream(
    { types: ["space.created"], lastEventId: "0" },
    { signal: stop.signal },
  );
  const event = await via("events.stream", () => stream.next());
  stop.abort();
  expect(event.value).toMatchObject({ type: "space.created" });
  const since = new Date(Date.now() - 60_000).toISOString();
  await via("webhooks.replay", () => quarry.webhooks.replay({ ...name, since }));
  await via("webhooks.deliveries", () => quarry.webhooks.deliveries(name));
  await via("webhooks.delete", () => quarry.webhooks.delete(name));
});

test("the log of questions", async () => {
  const { settings } = await via("questions.updateSettings", () =>
    quarry.questions.updateSettings({ recording: "on", keepDays: 7 }),
  );
  expect(settings).toMatchObject({ recording: "on", keepDays: 7 });
  expect((await via("questions.settings", () => quarry.questions.settings())).settings).toEqual(settings);
  const { space } = await quarry.spaces.create({ name: "Asked" });
  for (const query of ["Who sleeps?", "Who slept?"]) await quarry.query({ query, spaceIds: space.id });
  const { data } = await via("questions.list", () =>
    quarry.questions.list({ spaceId: space.id, unanswered: true }),
  );
  expect(data.map(({ text }) => text)).toEqual(["Who slept?", "Who sleeps?"]);
  const { total } = await via("questions.volume", () => quarry.questions.volume({ bucket: "hour" }));
  expect(total).toMatchObject({ count: 2, unanswered: 2 });
  const { groups } = await via("questions.unanswered", () => quarry.questions.unanswered({ limit: 5 }));
  expect(groups.map(({ count }) => count)).toEqual([1, 1]);
  expect(await via("questions.deleteAll", () => quarry.questions.deleteAll())).toEqual({ deleted: 2 });
});

test("usage and the audit log", async () => {
  const own = await via("request", () => quarry.request<object>({ path: "/api/usage" }));
  expect(own).toEqual(await quarry.usage.get());
  const other = await via("withOptions", async () => quarry.withOptions({ apiKey: "qry_unknown" }));
  expect(await rejection(other.usage.get())).toBeInstanceOf(AuthenticationError);
  expect((await via("usage.get", () => quarry.usage.get())).usage).toBeObject();
  const { days } = await via("usage.history", () => quarry.usage.history({ days: 2 }));
  expect(days.map(({ calls }) => calls > 0)).toEqual([false, true]);
  expect((await via("audit.list", () => quarry.audit.list())).data.length).toBeGreaterThan(0);
});

test("the operator", async () => {
  const { operator } = await via("operator.get", () => quarry.operator.get());
  expect(operator).toMatchObject({ vectorStore: "memory", database: { kind: "embedded" }, problems: [] });
  const examined = await via("operator.examine", () => quarry.operator.examine());
  expect(examined).toMatchObject({ isGood: true, total: 0, findings: [] });
});

test("every method was called", () => {
  expect([...called].sort()).toEqual(Object.keys(METHODS).sort());
});
