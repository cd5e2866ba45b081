import { afterAll, beforeAll, expect, test } from "bun:test";
import { expectStatus } from "../../contract/expecting.ts";
import { object, string } from "../../contract/reading.ts";
import { createCaller, type RunningServer, startServer } from "../../support/running-server.ts";

/** Texts that are sent in pieces of two megabytes. */
let server: RunningServer;
let call: ReturnType<typeof createCaller>;
let spaceId: string;
beforeAll(async () => {
  server = await startServer();
  call = createCaller(server);
  const { json } = await call("POST", "/api/spaces", { body: { name: "Long" } });
  spaceId = string(object(json.space).id);
}, 120_000);
afterAll(() => server.stop());

async function put(filename: string, content: string): Promise<void> {
  const { status } = await call("PUT", "/api/documents", { body: { spaceId, filename, content } });
  expect([200, 201]).toContain(status);
}

const SENTENCE = "Some words of a long text about granite. ";
const SENTENCES = 230_000;

const pathOf = (filename: string) => `/api/documents/by-filename?spaceId=${spaceId}&filename=${filename}`;

test("a text of several pieces arrives whole, with any characters at their borders", async () => {
  const line = 'Ünïcode 日本語 😀 "quoted" \\ back and forth.\n';
  for (const [at, length] of [2_097_152, 2_100_000].entries()) {
    const content = `${"x".repeat(at)}${line.repeat(Math.ceil(length / line.length))}`.slice(0, length);
    await put(`long-${at}.txt`, content);
    const reply = await call("GET", pathOf(`long-${at}.txt`));
    expectStatus(reply, 200);
    expect(reply.headers.get("content-type")).toContain("application/json");
    expect(reply.json.filename).toBe(`long-${at}.txt`);
    expect(Bun.hash(string(reply.json.content))).toBe(Bun.hash(content));
  }
}, 120_000);

test("many readers of a long text do not delay questions", async () => {
  await put("large.txt", SENTENCE.repeat(SENTENCES));
  const start = performance.now();
  let areReading = true;
  const readers = Promise.all(
    Array.from({ length: 20 }, async () => (await call("GET", pathOf("large.txt"))).status),
  ).finally(() => {
    areReading = false;
  });
  let longestMs = 0;
  while (areReading) {
    const asked = performance.now();
    expectStatus(await call("POST", "/api/query", { body: { query: "granite", spaceIds: [spaceId] } }), 200);
    longestMs = Math.max(longestMs, performance.now() - asked);
    await Bun.sleep(20);
  }
  expect(new Set(await readers)).toEqual(new Set([200]));
  // With whole texts, half of the time that all of them take.
  expect(longestMs).toBeLessThan((performance.now() - start) / 4);
}, 120_000);

test("a text that is replaced while it is being read is never mixed with the new one", async () => {
  const response = await fetch(new URL(pathOf("large.txt"), server.baseUrl), {
    headers: { "Svc-Api-Key": server.rootKey },
  });
  const body = (response.body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
  const parts = [(await body.next()).value as Uint8Array];
  await put("large.txt", "basalts");
  const isWhole = await readOn(body, parts);
  const text = Buffer.concat(parts).toString();
  expect(text).not.toContain("basalts");
  if (isWhole) expect(text.split(SENTENCE).length).toBe(SENTENCES + 1);
}, 120_000);

/** Collects the rest of a body. Returns false when it broke off. */
async function readOn(body: AsyncIterator<Uint8Array>, parts: Uint8Array[]): Promise<boolean> {
  try {
    for (;;) {
      const { done, value } = await body.next();
      if (done) return parts.at(-1)?.at(-1) === "}".charCodeAt(0);
      parts.push(value);
    }
  } catch {
    return false;
  }
}
