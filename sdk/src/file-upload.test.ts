import { afterAll, beforeAll, expect, test } from "bun:test";
import { createReadStream } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Quarry } from "./client.ts";
import type { FileInput } from "./file-source.ts";
import type { UploadProgress } from "./form-body.ts";

/** What the server saw of each upload. */
const seen: { fields: Record<string, string>; type: string; text: string; length: string | null }[] = [];
let refuseNext = 0;
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
      if (refuseNext-- > 0) return new Response("no", { status: 503, headers: { "retry-after": "0" } });
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

test("takes a file in any form, and its name from where there is one", async () => {
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

test("tells how much was sent, up to the end", async () => {
  const path = await pathOf("progress.txt");
  for (const file of [path, new File([BYTES], "progress.txt")]) {
    const told: UploadProgress[] = [];
    await quarry.documents.upload({ spaceId: "s", file }, { onProgress: (progress) => told.push(progress) });
    expect(told.at(-1)).toEqual({ loadedBytes: BYTES.length, totalBytes: BYTES.length });
    expect(told.map(({ loadedBytes }) => loadedBytes)).toEqual(
      told.map(({ loadedBytes }) => loadedBytes).toSorted((a, b) => a - b),
    );
    expect(seen.at(-1)?.text).toBe(TEXT);
  }
});

test("sends a file again from its beginning, and a stream only once", async () => {
  for (const file of [await pathOf("again.txt"), BYTES]) {
    refuseNext = 2;
    await quarry.documents.upload({ spaceId: "s", filename: "again.txt", file });
    expect(seen.at(-1)?.text).toBe(TEXT);
  }
  const before = seen.length;
  refuseNext = 1;
  const upload = quarry.documents.upload({ spaceId: "s", filename: "stream.txt", file: stream() });
  await expect(upload).rejects.toHaveProperty("status", 503);
  expect(seen).toHaveLength(before);
});

test("says what is wrong with a file before it sends anything", async () => {
  const before = seen.length;
  // @ts-expect-error: bytes have no name.
  const nameless = quarry.documents.upload({ spaceId: "s", file: BYTES });
  await expect(nameless).rejects.toThrow("filename");
  await expect(quarry.documents.upload({ spaceId: "s", file: join(folder, "none") })).rejects.toThrow(
    "ENOENT",
  );
  await expect(quarry.documents.upload({ spaceId: "s", file: folder })).rejects.toThrow("is a folder");
  for (const file of [{ a: 1 }, [1, 2], 5, null, new URL("file:///c.txt")]) {
    // @ts-expect-error: not what a file may be.
    const upload = quarry.documents.upload({ spaceId: "s", filename: "c.txt", file });
    await expect(upload).rejects.toThrow("file must be a path");
  }
  expect(seen).toHaveLength(before);
});

test("says why a file could not be read, and does not take it for the connection's fault", async () => {
  const before = seen.length;
  const broken = async function* () {
    yield BYTES;
    throw new Error("the disk is gone");
  };
  await expect(quarry.documents.upload({ spaceId: "s", filename: "c.txt", file: broken() })).rejects.toThrow(
    /^the disk is gone$/,
  );
  const texts = new ReadableStream({ start: (controller) => controller.enqueue("text") });
  await expect(quarry.documents.upload({ spaceId: "s", filename: "c.txt", file: texts })).rejects.toThrow(
    "must give bytes",
  );
  expect(seen).toHaveLength(before);
});
