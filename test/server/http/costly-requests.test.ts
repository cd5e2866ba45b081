import { afterAll, beforeAll, expect, test } from "bun:test";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { isFullScale } from "../../support/scale.ts";

/** Bounds of processor time that a busy machine keeps; before, each of these took more than a second. */
const MAX_MS = 1000;

let app: InProcessApp;
let spaceId: string;

beforeAll(async () => {
  app = await startApp();
  spaceId = (await app.quarry.spaces.create({ name: "Costly" })).space.id;
  const words = Array.from({ length: 4000 }, (_, at) => `word${at} reed${at * 7} heron${at * 13}`).join(" ");
  await app.quarry.documents.upsert({ spaceId, filename: "words.md", content: words });
}, 300_000);
afterAll(() => app.stop(), 60_000);

/** The processor time that a call takes, in milliseconds. */
async function timeOf(path: string, body: unknown, status: number): Promise<number> {
  const rawBody = JSON.stringify(body);
  const before = process.cpuUsage();
  const headers = { "content-type": "application/json" };
  const reply = await app.call("POST", path, { rawBody, headers });
  const { user, system } = process.cpuUsage(before);
  expect({ path, status: reply.status }).toEqual({ path, status });
  return (user + system) / 1000;
}

const distinct = (count: number) => Array.from({ length: count }, (_, at) => `q${at.toString(36)}`).join(" ");

test.each([
  ["of a ligature of 18 letters", "\ufdfa".repeat(10_000)],
  ["of 1,600 distinct words", distinct(1600).slice(0, 10_000)],
])(
  "a question %s is answered quickly",
  async (_, query) => {
    const took = await timeOf("/api/query", { query, spaceIds: spaceId }, 200);
    expect(took).toBeLessThan(MAX_MS);
  },
  60_000,
);

/** The longest turn of the process while a call runs, and all of them, in milliseconds of processor time. */
async function longestTurn(path: string, rawBody: string, method = "PUT") {
  const headers = { "content-type": "application/json" };
  let status: number | undefined;
  const call = app.call(method, path, { rawBody, headers }).then((reply) => {
    status = reply.status;
  });
  let [longest, all] = [0, 0];
  while (status === undefined) {
    const before = process.cpuUsage();
    await Bun.sleep(1);
    const { user, system } = process.cpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
    all += (user + system) / 1000;
  }
  await call;
  return { status, longest, all };
}

/** Before, each of these took one turn of more than a second, which was nearly all of the call. */
const SHORT_TURN_MS = 400;
const MEGABYTE = 1_000_000;

test.each([
  [
    "a file in base64",
    "PUT",
    "/api/documents",
    404,
    () => fields(`"encoding":"base64","content":"${base64(40)}"`),
  ],
  ["escapes", "PUT", "/api/documents", 404, () => fields(`"content":"${"\\u0041\\n".repeat(5 * MEGABYTE)}"`)],
  ["arrays", "PUT", "/api/documents", 400, () => fields(`"content":[${"[],".repeat(5 * MEGABYTE)}1]`)],
  ["a batch", "PUT", "/api/documents/batch", 400, () => `{"documents":[${"[],".repeat(5 * MEGABYTE)}1]}`],
  ["metadata with 200,000 keys", "POST", "/api/documents", 400, () => fields(`"metadata":${keys(200_000)}`)],
  ["a small body of arrays", "POST", "/api/spaces", 400, () => `{"name":[${"[],".repeat(MEGABYTE)}1]}`],
  ["spaceIds", "POST", "/api/query", 400, () => `{"query":"a","spaceIds":[${"[],".repeat(300_000)}1]}`],
  ["a long text to embed", "POST", "/openai/v1/embeddings", 400, () => embedding(distinct(160_000))],
  ["ligatures to embed", "POST", "/openai/v1/embeddings", 200, () => embedding("\ufdfa ".repeat(30_000))],
])(
  "%s in one call let other work have its turns",
  async (_, method, path, status, bodyOf) => {
    const taken = await longestTurn(path, bodyOf(), method);
    expect(taken.status).toBe(status);
    expect(taken.longest).toBeLessThan(Math.max(SHORT_TURN_MS, (3 * taken.all) / 4));
  },
  120_000,
);

/** For a space that does not exist, so that only the arrival of the document costs time. */
const fields = (rest: string) => `{"spaceId":"spc_none","filename":"a.txt",${rest}}`;
const keys = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`key${at}`, at])));
const embedding = (input: string) => JSON.stringify({ model: "builtin:v2:512", input });
const base64 = (megabytes: number) => Buffer.alloc(megabytes * MEGABYTE, "heron ").toString("base64");

test.skipIf(!isFullScale)(
  "a text of 9.5 MB that is stored delays questions little",
  async () => {
    const line = (at: number) => `The heron number ${at} waits in the reeds of pond ${at % 977}.`;
    const content = Array.from({ length: 190_000 }, (_, at) => line(at))
      .join("\n")
      .slice(0, 9_500_000);
    let isStored = false;
    const storing = app.quarry.documents.upsert({ spaceId, filename: "long.md", content }).finally(() => {
      isStored = true;
    });
    let longest = 0;
    while (!isStored) {
      const before = process.cpuUsage();
      await app.call("POST", "/api/query", { body: { query: "word7", spaceIds: spaceId } });
      const { user, system } = process.cpuUsage(before);
      longest = Math.max(longest, (user + system) / 1000);
      await Bun.sleep(5);
    }
    await storing;
    expect(longest).toBeLessThan(1500);
  },
  300_000,
);
