import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { expectMatch } from "../../contract/expecting.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { startS3, type TestS3 } from "../../support/s3.ts";
import { storedFiles } from "../../support/stored-files.ts";

const CONTENT = "0123456789 the original bytes, ünchanged";
const BYTES = Buffer.from(CONTENT);

function testOriginalFiles(start: () => Promise<{ app: InProcessApp; scheme: string }>): void {
  let app: InProcessApp;
  let scheme: string;
  let spaceId: string;
  let id: string;
  beforeAll(async () => {
    ({ app, scheme } = await start());
    spaceId = (await app.quarry.spaces.create({ name: "Files" })).space.id;
    const upsert = { spaceId, filename: 'a "b" ü.txt', content: CONTENT };
    id = (await app.quarry.documents.upsert(upsert)).document.id;
  }, 120_000);
  afterAll(() => app?.stop());

  async function file(headers: Record<string, string> = {}, document = id): Promise<Response> {
    const request = new Request(`http://quarry.test/api/documents/${document}/file`, {
      headers: { authorization: `Bearer ${app.rootKey}`, ...headers },
    });
    return app.app.handle(request);
  }
  const bytes = async (response: Response) => Buffer.from(await response.arrayBuffer());

  test("the original file is returned unchanged, as an attachment", async () => {
    const response = await file();
    expect(response.status).toBe(200);
    expect(await bytes(response)).toEqual(BYTES);
    expectMatch(Object.fromEntries(response.headers), {
      "content-type": expect.stringMatching(/^text\/plain/),
      "content-length": String(BYTES.length),
      "accept-ranges": "bytes",
      "content-security-policy": "sandbox",
      "content-disposition": `attachment; filename="a _b_ _.txt"; filename*=UTF-8''a%20%22b%22%20%C3%BC.txt`,
    });
    const { document } = await app.quarry.documents.get({ spaceId, id });
    expect(document.storageUrl).toStartWith(`${scheme}:`);
    expect(document.storageUrl).not.toContain(app.deps.config.dataDir);
  });

  test("a range request returns only that range", async () => {
    for (const [range, start, end] of [
      ["bytes=0-9", 0, 10],
      ["bytes=11-", 11, BYTES.length],
      ["bytes=-4", BYTES.length - 4, BYTES.length],
    ] as const) {
      const response = await file({ range });
      expect(response.status).toBe(206);
      expect(response.headers.get("content-range")).toBe(`bytes ${start}-${end - 1}/${BYTES.length}`);
      expect(response.headers.get("content-length")).toBe(String(end - start));
      expect(await bytes(response)).toEqual(BYTES.subarray(start, end));
    }
    const outside = await file({ range: "bytes=1000-" });
    expect([outside.status, outside.headers.get("content-range")]).toEqual([416, `bytes */${BYTES.length}`]);
  });

  test("a matching ETag returns 304", async () => {
    const etag = (await file()).headers.get("etag") ?? "";
    expect((await file({ "if-none-match": etag })).status).toBe(304);
    expect((await file({ "if-none-match": '"another"' })).status).toBe(200);
    expect((await file({ range: "bytes=0-1", "if-range": etag })).status).toBe(206);
    expect((await file({ range: "bytes=0-1", "if-range": '"another"' })).status).toBe(200);
  });

  test("the file is deleted when its document is replaced, deleted or purged with its space", async () => {
    const stored = async () => (await Array.fromAsync(app.deps.blobs.list())).length;
    const before = await stored();
    const upsert = (content: string) =>
      app.quarry.documents.upsert({ spaceId, filename: "gone.txt", content });
    const { document } = await upsert("one version");
    await upsert("another version");
    expect(await stored()).toBe(before + 1);
    await app.quarry.documents.delete({ spaceId, id: document.id });
    expect(await stored()).toBe(before);
    expect((await file({}, document.id)).status).toBe(404);
    const { space } = await app.quarry.spaces.create({ name: "Gone" });
    await app.quarry.documents.upsert({ spaceId: space.id, filename: "a.txt", content: "text" });
    await app.quarry.spaces.purge(space.id);
    expect(await stored()).toBe(before);
  });
}

describe("original files on disk", () => {
  let app: InProcessApp;
  testOriginalFiles(async () => {
    app = await startApp();
    return { app, scheme: "file" };
  });

  test("a small file is stored with its document and a large one on its own", async () => {
    const { space } = await app.quarry.spaces.create({ name: "Sizes" });
    const onDisk = async () => (await storedFiles(app.deps.config.dataDir)).length;
    const before = await onDisk();
    const contentOf = async (id: string) =>
      (
        await app.app.handle(
          new Request(`http://quarry.test/api/documents/${id}/file`, {
            headers: { authorization: `Bearer ${app.rootKey}` },
          }),
        )
      ).text();
    for (const [name, length, files] of [
      ["small", 16_384, 0],
      ["large", 16_385, 1],
    ] as const) {
      const content = `${name} `.repeat(length).slice(0, length);
      const upload = { spaceId: space.id, filename: `${name}.txt`, content };
      const { id } = (await app.quarry.documents.upsert(upload)).document;
      expect([await contentOf(id), await onDisk()]).toEqual([content, before + files]);
    }
  });

  test("a refused upload leaves no file, and does not cost the uploads beside it theirs", async () => {
    const { space } = await app.quarry.spaces.create({ name: "Refused" });
    const stored = async () => (await Array.fromAsync(app.deps.blobs.list())).length;
    const before = await stored();
    const upload = (filename: string) =>
      app.quarry.documents.upload({ spaceId: space.id, filename, content: `About ${filename}.` });
    const names = ["a.txt", "b.txt", "a.txt", "c.txt", "b.txt"];
    const outcomes = await Promise.allSettled(names.map(upload));
    expect(outcomes.filter(({ status }) => status === "fulfilled").length).toBe(3);
    expect(await stored()).toBe(before + 3);
    for (const outcome of outcomes)
      if (outcome.status === "fulfilled") await app.quarry.documents.delete(outcome.value);
    expect(await stored()).toBe(before);
  });
});

describe("original files in S3", () => {
  let server: TestS3;
  afterAll(() => server?.stop());
  testOriginalFiles(async () => {
    server = await startS3();
    const env = {
      QUARRY_S3_BUCKET: server.bucket,
      QUARRY_S3_PREFIX: "quarry/",
      S3_ENDPOINT: server.endpoint,
      S3_REGION: server.region,
      S3_ACCESS_KEY_ID: server.accessKeyId,
      S3_SECRET_ACCESS_KEY: server.secretAccessKey,
    };
    return { app: await startApp({ env }), scheme: "s3" };
  });
});
