import { afterAll, beforeAll, expect, test } from "bun:test";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { addTenant } from "../other-tenant.ts";

/** Many readers of a long text, and another organization beside them. */
let app: InProcessApp;
let otherKey: string;
const spaceOf = new Map<string, string>();

const LONG = "Some words of a long text about granite. ".repeat(75_000);
const SHORT = "Basalt. ".repeat(128);
/** Of one organization at the same time. */
const MAX_READERS = 50;

beforeAll(async () => {
  app = await startApp({});
  otherKey = (await addTenant(app.deps, "other", "enterprise")).key;
  for (const key of [app.rootKey, otherKey]) {
    const quarry = app.quarryWith(key);
    const { id } = (await quarry.spaces.create({ name: "Texts" })).space;
    spaceOf.set(key, id);
    for (const [filename, content] of Object.entries({ "long.txt": LONG, "short.txt": SHORT }))
      await quarry.documents.upsert({ spaceId: id, filename, content });
  }
}, 240_000);
afterAll(() => app.stop());

function request(key: string, filename: string): Promise<Response> {
  const path = `/api/documents/by-filename?spaceId=${spaceOf.get(key)}&filename=${filename}`;
  return app.app.handle(new Request(`http://quarry${path}`, { headers: { "svc-api-key": key } }));
}

async function readBy(key: string, filename: string) {
  const answer = await request(key, filename);
  const { content } = (await answer.json()) as { readonly content?: string };
  return { status: answer.status, chars: content?.length };
}

test("readers of long texts do not delay readers of short ones, nor readers of another organization", async () => {
  const start = performance.now();
  let areReading = true;
  const readers = Promise.all(Array.from({ length: 20 }, () => readBy(app.rootKey, "long.txt"))).finally(
    () => {
      areReading = false;
    },
  );
  const shortMs: number[] = [];
  let otherLongMs = Number.POSITIVE_INFINITY;
  const sinceMs = performance.now();
  const otherLong = readBy(otherKey, "long.txt").then(({ chars }) => {
    expect(chars).toBe(LONG.length);
    otherLongMs = performance.now() - sinceMs;
  });
  for (const key of [otherKey, app.rootKey, otherKey, app.rootKey]) {
    expect(areReading).toBe(true);
    const askedMs = performance.now();
    expect(await readBy(key, "short.txt")).toEqual({ status: 200, chars: SHORT.length });
    shortMs.push(performance.now() - askedMs);
  }
  await otherLong;
  for (const read of await readers) expect(read).toEqual({ status: 200, chars: LONG.length });
  const allMs = performance.now() - start;
  expect(Math.max(...shortMs)).toBeLessThan(allMs / 8);
  expect(otherLongMs).toBeLessThan(allMs / 2);
}, 240_000);

test("an organization has a limited number of readers of long texts; one that leaves makes room", async () => {
  const open = () => request(app.rootKey, "long.txt");
  const readers = await Promise.all(Array.from({ length: MAX_READERS }, open));
  for (const { status } of readers) expect(status).toBe(200);
  const refused = await open();
  expect(refused.status).toBe(503);
  expect(refused.headers.get("retry-after")).toBe("1");
  expect(await refused.text()).toContain("50 readers of long texts");
  expect((await readBy(app.rootKey, "short.txt")).status).toBe(200);
  expect((await readBy(otherKey, "long.txt")).status).toBe(200);
  await Promise.all(readers.map(({ body }) => body?.cancel()));
  expect((await readBy(app.rootKey, "long.txt")).status).toBe(200);
}, 240_000);
