import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { expectError, expectMatch, expectRefused } from "../../contract/expecting.ts";
import { type EventReader, readEvents } from "../../support/event-reader.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { until } from "../../support/until.ts";
import { addTenant } from "../other-tenant.ts";
import { runSql } from "../rows.ts";

let app: InProcessApp;
let spaceId: string;
const readers = new Set<EventReader>();

beforeAll(async () => {
  app = await startApp();
  spaceId = (await app.quarry.spaces.create({ name: "Events", slug: "events" })).space.id;
}, 120_000);
afterAll(async () => {
  for (const reader of readers) await reader.close();
  await app.stop();
});

interface Opening {
  readonly query?: string;
  readonly after?: string;
  readonly key?: string;
}

const request = ({ query = "", after, key = app.rootKey }: Opening): Promise<Response> =>
  app.app.handle(
    new Request(`http://localhost/api/events?${query}`, {
      headers: { "svc-api-key": key, ...(after === undefined ? {} : { "last-event-id": after }) },
    }),
  );

async function open(opening: Opening = {}): Promise<EventReader> {
  const reader = readEvents(await request(opening));
  readers.add(reader);
  await reader.begun();
  return reader;
}

/** Without progress, which only slow machines report. */
const typesOf = (reader: EventReader) =>
  reader.events.map(({ type }) => type).filter((type) => type !== "document.progress");
const keyWith = async (permissions: readonly string[]) =>
  String((await app.call("POST", "/api/api-keys", { body: { name: "some", permissions } })).json.key);
const newSpace = async () => (await app.quarry.spaces.create({ name: "Another" })).space;

/** Returns the id of the newest event. */
async function head(): Promise<string> {
  const [row] = await runSql(app.deps, `select last_id from event_logs where org_id = '${app.orgId}'`);
  return String(row?.last_id ?? 0);
}

describe("the event stream reports in order", () => {
  test("the lifecycle of a document", async () => {
    const reader = await open({ query: `spaceId=${spaceId}` });
    const uploaded = await app.quarry.documents.upload({ spaceId, filename: "a.md", content: "First." });
    await uploaded.waitUntilReady();
    await app.quarry.documents.update({ spaceId, id: uploaded.id, metadata: { a: 1 } });
    const put = { spaceId, filename: "a.md", content: "Second.", metadata: { a: 1 } };
    const { document } = await app.quarry.documents.upsert(put);
    await app.quarry.documents.upsert(put);
    await app.quarry.documents.delete({ spaceId, id: uploaded.id });
    await reader.saw("document.deleted");
    expect(typesOf(reader)).toEqual([
      "document.created",
      "document.processing",
      "document.completed",
      "document.updated",
      "document.updated",
      "document.completed",
      "document.deleted",
    ]);
    expectMatch(reader.events[0] ?? {}, {
      spaceId,
      data: { document: { id: uploaded.id, status: "PROCESSING", filename: "a.md", orgId: app.orgId } },
    });
    expect(reader.events[5]?.data as unknown).toEqual({ document });
    expect(reader.events[6]?.data as unknown).toEqual({ document: { id: uploaded.id, filename: "a.md" } });
    const ids = reader.events.map(({ id }) => Number(id));
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("a document that cannot be parsed, is retried, and is set to FAILED by the caller", async () => {
    const reader = await open({ query: `spaceId=${spaceId}` });
    const content = Buffer.from("7z\xbc\xaf\x27\x1c no document", "latin1").toString("base64");
    const upload = { spaceId, filename: "broken.bin", content, encoding: "base64" } as const;
    const { id } = await app.quarry.documents.upload(upload);
    await reader.saw("document.failed");
    await app.quarry.documents.retry({ spaceId, id });
    await reader.saw("document.failed", 2);
    await app.quarry.documents.update({ spaceId, id, status: "PENDING" });
    await app.quarry.documents.update({ spaceId, id, status: "FAILED", errorMessage: "no use" });
    await reader.saw("document.failed", 3);
    const life = ["document.created", "document.processing", "document.failed"];
    const again = ["document.updated", "document.processing", "document.failed"];
    const byCaller = ["document.updated", "document.updated", "document.failed"];
    expect(typesOf(reader) as string[]).toEqual([...life, ...again, ...byCaller]);
  });

  test("changes of spaces and API keys, without the keys' secrets", async () => {
    const reader = await open();
    const space = await newSpace();
    await app.quarry.spaces.update(space.id, { name: "Renamed" });
    await app.quarry.spaces.archive(space.id);
    await app.quarry.spaces.archive(space.id);
    await app.quarry.spaces.restore(space.id);
    const { apiKey, key } = await app.quarry.apiKeys.create({ name: "k" });
    const rotated = await app.quarry.apiKeys.rotate({ id: apiKey.id });
    await app.quarry.apiKeys.delete({ id: apiKey.id });
    // A purge deletes the space's events, so the reader must have them by then.
    await reader.saw("apikey.revoked", 2);
    await app.quarry.spaces.purge(space.id);
    await reader.saw("space.purged");
    expect(typesOf(reader)).toEqual([
      ...(["space.created", "space.updated", "space.archived", "space.restored"] as const),
      ...(["apikey.created", "apikey.revoked", "apikey.created", "apikey.revoked"] as const),
      "space.purged",
    ]);
    expectMatch(reader.events[2] ?? {}, { data: { space: { id: space.id, isArchived: true } } });
    expectMatch(reader.events[4] ?? {}, { data: { apiKey: { id: apiKey.id, prefix: apiKey.prefix } } });
    expect(reader.text).not.toContain(key);
    expect(reader.text).not.toContain(rotated.key);
  });

  test("only the purge of a purged space", async () => {
    const after = await head();
    const space = await newSpace();
    await app.quarry.documents.upsert({ spaceId: space.id, filename: "secret.md", content: "Secret." });
    await app.quarry.spaces.purge(space.id);
    const reader = await open({ after });
    await reader.saw("space.purged");
    expect(typesOf(reader)).toEqual(["space.purged"]);
  });

  test("no refused or rolled-back changes", async () => {
    const reader = await open();
    await app.quarry.spaces.create({ name: "Events", slug: "events" }).catch(() => undefined);
    await newSpace();
    await reader.saw("space.created");
    expect(typesOf(reader)).toEqual(["space.created"]);
  });
});

describe("a reader that reconnects", () => {
  test("gets all missed events, by header or parameter", async () => {
    const first = await open();
    await newSpace();
    const seen = await first.saw("space.created");
    await first.close();
    const spaces = [await newSpace(), await newSpace(), await newSpace()];
    for (const reader of [await open({ after: seen.id }), await open({ query: `lastEventId=${seen.id}` })]) {
      await reader.saw("space.created", 3);
      expect(reader.events.map(({ spaceId }) => spaceId)).toEqual(spaces.map(({ id }) => id));
    }
  });

  test("gets the current event id first, even when its filter matches no event", async () => {
    const reader = await open({ query: "types=space.purged" });
    expect(reader.text).toContain(`\nid: ${await head()}\n`);
    expect(reader.response.headers.get("content-type")).toContain("text/event-stream");
    await newSpace();
    const later = await open({ query: "types=space.purged", after: "0" });
    expect(typesOf(later)).not.toContain("space.created");
  });

  test("gets the history of one document, and then what happens to it", async () => {
    const put = (filename: string) =>
      app.quarry.documents.upsert({ spaceId, filename, content: `About ${filename}.` });
    const { document } = await put("told.md");
    await put("other.md");
    await app.quarry.documents.update({ spaceId, id: document.id, metadata: { year: 2026 } });
    const reader = await open({ query: `documentId=${document.id}`, after: "0" });
    await reader.saw("document.updated");
    await put("later.md");
    await app.quarry.documents.delete({ spaceId, id: document.id });
    await reader.saw("document.deleted");
    expect(typesOf(reader)).toEqual([
      "document.created",
      "document.completed",
      "document.updated",
      "document.deleted",
    ]);
    for (const { data } of reader.events) expectMatch(data, { document: { id: document.id } });
    expectError(await app.call("GET", `/api/events?documentId=${document.id}`), 404);
  });

  test("gets a reset event when missed events are no longer stored, and continues with the stored ones", async () => {
    const after = await head();
    await newSpace();
    await runSql(app.deps, `update events set created_at = now() - interval '8 days'`);
    const kept = await newSpace();
    await app.deps.eventRetention.run();
    const reader = await open({ after });
    await reader.saw("space.created");
    expect(typesOf(reader)).toEqual(["reset", "space.created"]);
    expect(reader.events[1]?.spaceId).toBe(kept.id);
    const again = await open({ after: reader.events[0]?.id ?? "" });
    await again.saw("space.created");
    expect(typesOf(again)).toEqual(["space.created"]);
  });

  test("gets a reset event when its id belongs to another organization", async () => {
    const reader = await open({ after: "999999999" });
    await newSpace();
    await reader.saw("space.created");
    expect(typesOf(reader)).toEqual(["reset", "space.created"]);
  });

  test("gets all events in order when it reads slowly, and the service buffers few of them", async () => {
    const after = await head();
    const reader = (await request({ after, query: "types=space.updated" })).body?.getReader();
    for (let name = 0; name < 200; name += 1) await app.quarry.spaces.update(spaceId, { name: `N ${name}` });
    const decoder = new TextDecoder();
    let text = "";
    while (!text.includes('"N 9"')) text += decoder.decode((await reader?.read())?.value);
    await runSql(app.deps, `delete from events where type = 'space.updated'`);
    const last = (await app.quarry.spaces.update(spaceId, { name: "Last" })).space;
    while (!text.includes(last.name)) text += decoder.decode((await reader?.read())?.value);
    const names = [...text.matchAll(/"name":"N (\d+)"/g)].map(([, name]) => Number(name));
    // The other events were only in the table, which the test deleted.
    expect(names.length).toBeLessThan(60);
    expect(names).toEqual(names.map((_, index) => index));
    await reader?.cancel();
  });
});

describe("access:", () => {
  test("filters by type and by space id or slug", async () => {
    const other = await newSpace();
    const reader = await open({
      query: `spaceId=events,${other.id}&types=document.completed,space.archived`,
    });
    const third = await newSpace();
    for (const id of [spaceId, other.id, third.id])
      await app.quarry.documents.upsert({ spaceId: id, filename: "f.md", content: `In ${id}.` });
    await app.quarry.spaces.archive(third.id);
    await app.quarry.spaces.archive(other.id);
    await reader.saw("space.archived");
    expect(reader.events.map(({ type, spaceId }) => [type, spaceId])).toEqual([
      ["document.completed", spaceId],
      ["document.completed", other.id],
      ["space.archived", other.id],
    ]);
  });

  test("refuses unknown types and spaces, and malformed event ids", async () => {
    expectRefused(await app.call("GET", "/api/events?types=document.completed,document.eaten"), "/types");
    expectRefused(await app.call("GET", "/api/events?lastEventId=x"), "/lastEventId");
    expectError(await app.call("GET", "/api/events?spaceId=spc_missing"), 404);
  });

  test("a key receives the events that its permissions allow", async () => {
    const documentsOnly = await open({ key: await keyWith(["documents:read"]) });
    const spacesOnly = await open({ key: await keyWith(["spaces:read"]) });
    const space = await newSpace();
    await app.quarry.documents.upsert({ spaceId: space.id, filename: "p.md", content: "Permitted." });
    await app.quarry.apiKeys.create({ name: "unseen" });
    await app.quarry.documents.upsert({ spaceId: space.id, filename: "q.md", content: "Permitted too." });
    await app.quarry.spaces.archive(space.id);
    await documentsOnly.saw("document.completed", 2);
    await spacesOnly.saw("space.archived");
    expect(new Set(typesOf(documentsOnly))).toEqual(new Set(["document.created", "document.completed"]));
    expect(typesOf(spacesOnly)).toEqual(["space.created", "space.archived"]);
  });

  test("refuses types that the key may not read, and keys without read permissions", async () => {
    const key = await keyWith(["spaces:read"]);
    const named = await app.call("GET", "/api/events?types=document.completed", { key });
    expect(expectError(named, 403)).toContain("documents:read");
    const { document } = await app.quarry.documents.upsert({ spaceId, filename: "of.md", content: "Of." });
    const history = await app.call("GET", `/api/events?documentId=${document.id}`, { key });
    expect(expectError(history, 403)).toContain("documents:read");
    const none = await app.call("GET", "/api/events", { key: await keyWith(["queries:read"]) });
    expect(expectError(none, 403)).toContain("documents:read");
    expectError(await app.call("GET", "/api/events", { key: null }), 401);
  });

  test("organizations never receive each other's events, although the event ids coincide", async () => {
    const tenants = await Promise.all(
      ["One", "Two"].map(async (name) => {
        const { key } = await addTenant(app.deps, name, "enterprise");
        return { name, key, reader: await open({ key, after: "0" }) };
      }),
    );
    for (let round = 1; round <= 5; round += 1)
      for (const { name, key } of tenants)
        await app.quarryWith(key).spaces.create({ name: `${name} ${round}` });
    for (const { name, key, reader } of tenants) {
      await reader.saw("space.created", 5);
      const late = await open({ key, after: "2" });
      await late.saw("space.created", 3);
      for (const [events, first] of [
        [reader.events, 1],
        [late.events, 3],
      ] as const)
        expect(
          events.map((event) => [event.id, event.type === "space.created" && event.data.space.name]),
        ).toEqual(Array.from({ length: 6 - first }, (_, at) => [`${first + at}`, `${name} ${first + at}`]));
    }
    expectError(await app.call("GET", `/api/events?spaceId=${spaceId}`, { key: tenants[0]?.key ?? "" }), 404);
  });

  test("a stream ends when its key is deleted", async () => {
    const { apiKey, key } = await app.quarry.apiKeys.create({ name: "short-lived" });
    const reader = await open({ key });
    await app.quarry.apiKeys.delete({ id: apiKey.id });
    await until("the stream's end", () => reader.isOver || undefined);
    expect(reader.events.filter(({ type }) => type === "apikey.revoked")).toEqual([]);
  });

  test("limits an organization to 100 streams; closing one makes room", async () => {
    const { key } = await addTenant(app.deps, "Streams", "enterprise");
    const many = await Promise.all(Array.from({ length: 100 }, () => open({ key })));
    expectError(await app.call("GET", "/api/events", { key }), 429);
    await many[0]?.close();
    const next = await until("room", async () => {
      const response = await request({ key });
      return response.ok ? readEvents(response) : undefined;
    });
    for (const reader of [...many, next]) await reader.close();
  });
});

test("the SDK's stream yields events, and ends when it is aborted", async () => {
  const stop = new AbortController();
  const names: string[] = [];
  const seen = (async () => {
    for await (const event of app.quarry.events.stream({ types: ["space.created"] }, { signal: stop.signal }))
      if (event.type === "space.created") names.push(event.data.space.name);
  })();
  await until("the first event", async () => {
    await app.quarry.spaces.create({ name: "SDK" });
    return names.length > 0 || undefined;
  });
  await app.quarry.spaces.create({ name: "SDK's last" });
  await until("the last event", () => names.includes("SDK's last") || undefined);
  stop.abort();
  await seen;
});

test("streams end when the service stops", async () => {
  const other = await startApp();
  const request = new Request("http://localhost/api/events", { headers: { "svc-api-key": other.rootKey } });
  const reader = readEvents(await other.app.handle(request));
  await reader.begun();
  await other.stop();
  await until("the stream's end", () => reader.isOver || undefined);
});
