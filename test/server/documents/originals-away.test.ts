import { afterAll, beforeAll, expect, test } from "bun:test";
import { expectError, expectStatus } from "../../contract/expecting.ts";
import { object, string } from "../../contract/reading.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { startS3, type TestS3 } from "../../support/s3.ts";
import { until } from "../../support/until.ts";

// The bucket of the original files is away or does not answer.

let s3: TestS3;
let app: InProcessApp;
let spaceId: string;
let stored: string;
let files = 0;

beforeAll(async () => {
  s3 = await startS3();
  app = await startApp({
    env: {
      QUARRY_S3_BUCKET: s3.bucket,
      S3_ENDPOINT: s3.endpoint,
      S3_REGION: s3.region,
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    },
  });
  spaceId = (await app.quarry.spaces.create({ name: "Originals" })).space.id;
  const { document } = await app.quarry.documents.upsert({ spaceId, filename: "a.txt", content: "granite" });
  stored = document.id;
}, 120_000);
afterAll(async () => {
  s3?.thaw();
  await app?.stop();
  await s3?.stop();
});

const LARGE = "basalt ".repeat(40_000);
/** A deadline, the repetition and a busy machine. */
const LIMIT_MS = 60_000;

const put = () => {
  files += 1;
  return app.call("PUT", "/api/documents", { body: { spaceId, filename: `${files}.txt`, content: "slate" } });
};
/** Sent as a stream, which is stored while it arrives. */
const putLarge = () => {
  files += 1;
  const form = new FormData();
  form.set("spaceId", spaceId);
  form.set("file", new File([LARGE], `large-${files}.txt`));
  const request = new Request("http://quarry.test/api/documents", { method: "POST", body: form });
  request.headers.set("authorization", `Bearer ${app.rootKey}`);
  return app.app.handle(request);
};
const read = () => app.call("GET", `/api/documents/${stored}/file`);
const ready = () => app.call("GET", "/api/ready");

async function timed<Result>(task: () => Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${LIMIT_MS} ms`)), LIMIT_MS);
  return Promise.race([task(), promise]).finally(() => clearTimeout(timer));
}

async function expectAway(): Promise<void> {
  const large = await timed(putLarge);
  expect([large.status, await large.text()]).toEqual([503, expect.stringContaining("is away")]);
  for (const reply of await Promise.all([timed(put), timed(read)])) {
    expect(expectError(reply, 503)).toMatch(/^The store of original files s3 is away: (put|get) /);
    expect(Number(reply.headers.get("Retry-After"))).toBeGreaterThan(0);
  }
  const { status, json } = await ready();
  expect([status, json.status]).toEqual([200, "degraded"]);
  expect(String(json.problems)).toMatch(/store of original files s3 is away since .*: get does not work/);
  expect(String(json.problems)).toMatch(/: put does not work/);
}

async function expectBack(): Promise<void> {
  await until("/ready", async () => (await ready()).json.status === "ok" || undefined, 40_000);
  expectStatus(await put(), 201);
  expect((await putLarge()).status).toBe(201);
  expect((await read()).text).toBe("granite");
}

for (const [how, away, back] of [
  ["refuses connections", () => s3.kill(), () => s3.revive()],
  ["does not answer", () => s3.freeze(), () => s3.thaw()],
] as const)
  test(`while S3 ${how}, uploads and reads get 503 in time, /ready says so, and all goes on by itself`, async () => {
    const begun = app.logLines.length;
    await away();
    await expectAway();
    const { status, json } = await app.call("POST", "/api/query", {
      body: { query: "granite", spaceIds: [spaceId] },
    });
    expect([status, JSON.stringify(json)]).toEqual([200, expect.stringContaining("a.txt")]);
    await back();
    await expectBack();
    const lines = app.logLines.slice(begun).filter((line) => /the store of original files s3 is/.test(line));
    for (const member of ["get", "put"])
      for (const change of ["is away", "is back"])
        expect(lines.filter((line) => line.includes(`${change}: ${member} `)).length).toBeLessThanOrEqual(1);
  }, 180_000);

test("a queued document whose original cannot be read is processed when S3 is back", async () => {
  // Too large to be kept in memory for its job.
  const sent = await putLarge();
  const { id } = object(await sent.json());
  const at = string(id);
  await s3.kill();
  await until(
    "a failed attempt",
    () => app.logLines.some((line) => line.includes("processing failed") && line.includes(at)) || undefined,
    40_000,
  );
  await s3.revive();
  const document = await until(
    "the document",
    async () => {
      const { json } = await app.call("GET", `/api/documents/${at}`);
      const { status } = object(json.document);
      return status === "COMPLETED" || status === "FAILED" ? json.document : undefined;
    },
    60_000,
  );
  expect(string(object(document).status)).toBe("COMPLETED");
}, 120_000);
