import { afterAll, beforeAll, expect, test } from "bun:test";
import { createReadStream } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rejection } from "../../../test/support/failure.ts";
import { Quarry } from "../client.ts";
import type { FileInput } from "./file-source.ts";
import type { UploadProgress } from "./form-body.ts";

/** The uploads that the server received. */
const seen: { fields: Record<string, string>; type: string; text: string; length: string | null }[] = [];
let rejectNext = 0;
let server: Bun.Server<undefined>;
let quarry: Quarry;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "quarry-upload-"));
  server = Bun.serve({
    port: 0,
    async fetch(request) {
      const form = await request.formData();
      const file = form.get("file") as unknown as File;
      form.delete("file");
      if (rejectNext-- > 0) return new Response("no", { status: 503, headers: { "retry-after": "0" } });
      const fields = Object.fromEntries(form) as Record<string, string>;
      seen.push({
        ...{ fields, type: file.type, text: await file.text() },
        length: request.headers.get("content-length"),
      });
      return Response.json({ id: "doc_1", status: "COMPLETED", created: true });
    },
  });
  quarry = new Quarry({ baseUrl: server.url.href });
});
afterAll(async () => {
  await server.stop(true);
  await rm(folder, { recursive: true });
});

const TEXT = "some text, ä ".repeat(20_000);
const BYTES = new TextEncoder().encode(TEXT);
const pathOf = async (name: string) => {
  await writeFile(join(folder, name), BYTES);
  return join(folder, name);
};
const stream = () => new Blob([BYTES]).stream() as unknown as ReadableStream<Uint8Array>;

test("accepts every kind of file input, with its own name if it has one", async () => {
  const named: [string | File, string][] = [
    [await pathOf('a "ä"\n.txt'), 'a "ä"\n.txt'],
    [new File([BYTES], "b.txt"), "b.txt"],
  ];
  for (const [file, filename] of named) {
    await quarry.documents.upload({ spaceId: "s", file, metadata: { a: [1, "ä"] } });
    expect(seen.at(-1)).toMatchObject({ fields: { filename, metadata: '{"a":[1,"ä"]}' }, text: TEXT });
  }
  const ofNode = createReadStream(await pathOf("c.txt"));
  for (const file of [new Blob([BYTES]), BYTES, BYTES.buffer, stream(), ofNode] as FileInput[]) {
    await quarry.documents.upsert({ spaceId: "s", filename: "c.txt", file, mimeType: "text/plain" });
    expect(seen.at(-1)?.fields).toEqual({ spaceId: "s", filename: "c.txt", mimeType: "text/plain" });
    expect(seen.at(-1)?.text).toBe(TEXT);
  }
});

test("reports progress up to the last byte", async () => {
  const path = await pathOf("progress.txt");
  for (const file of [path, new File([BYTES], "progress.txt")]) {
    const reported: UploadProgress[] = [];
    const onProgress = (progress: UploadProgress) => void reported.push(progress);
    await quarry.documents.upload({ spaceId: "s", file }, { onProgress });
    expect(reported.at(-1)).toEqual({ loadedBytes: BYTES.length, totalBytes: BYTES.length });
    const loaded = reported.map(({ loadedBytes }) => loadedBytes);
    expect(loaded).toEqual(loaded.toSorted((a, b) => a - b));
    expect(seen.at(-1)?.text).toBe(TEXT);
  }
});

test("retries a file from its beginning and never retries a stream", async () => {
  for (const file of [await pathOf("again.txt"), BYTES]) {
    rejectNext = 2;
    await quarry.documents.upload({ spaceId: "s", filename: "again.txt", file });
    expect(seen.at(-1)?.text).toBe(TEXT);
  }
  const before = seen.length;
  rejectNext = 1;
  const upload = quarry.documents.upload({ spaceId: "s", filename: "stream.txt", file: stream() });
  expect(await rejection(upload)).toHaveProperty("status", 503);
  expect(seen).toHaveLength(before);
});

test("rejects invalid file input without sending a request", async () => {
  const before = seen.length;
  // @ts-expect-error: bytes have no filename.
  const nameless = quarry.documents.upload({ spaceId: "s", file: BYTES });
  expect(String(await rejection(nameless))).toContain("filename");
  const missing = quarry.documents.upload({ spaceId: "s", file: join(folder, "none") });
  expect(String(await rejection(missing))).toContain("ENOENT");
  const uploadedFolder = quarry.documents.upload({ spaceId: "s", file: folder });
  expect(String(await rejection(uploadedFolder))).toContain("is a folder");
  for (const file of [{ a: 1 }, [1, 2], 5, null, new URL("file:///c.txt")]) {
    // @ts-expect-error: not a file input.
    const upload = quarry.documents.upload({ spaceId: "s", filename: "c.txt", file });
    expect(String(await rejection(upload))).toContain("file must be a path");
  }
  expect(seen).toHaveLength(before);
});

test("reports a read error as it is, not as a connection error", async () => {
  const before = seen.length;
  const broken = async function* () {
    yield BYTES;
    throw new Error("the disk is gone");
  };
  const unreadable = quarry.documents.upload({ spaceId: "s", filename: "c.txt", file: broken() });
  expect(await rejection(unreadable)).toHaveProperty("message", "the disk is gone");
  const texts = new ReadableStream({ start: (controller) => controller.enqueue("text") });
  const textual = quarry.documents.upload({ spaceId: "s", filename: "c.txt", file: texts });
  expect(String(await rejection(textual))).toContain("must yield bytes");
  expect(seen).toHaveLength(before);
});
