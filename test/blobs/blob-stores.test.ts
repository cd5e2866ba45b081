import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDiskBlobStore, createS3BlobStore } from "@quarry/blobs";
import type { BlobStore } from "@quarry/core";
import { startS3, type TestS3 } from "../support/s3.ts";

const bytesOf = (length: number) => Uint8Array.from({ length }, (_, at) => (at * 31) % 256);

async function* partsOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(store: BlobStore, key: string, range?: { start: number; end: number }) {
  const blob = await store.get(key, range);
  return blob && Buffer.concat(await Array.fromAsync(blob.bytes));
}

const keysOf = async (store: BlobStore) => (await Array.fromAsync(store.list())).map(({ key }) => key).sort();

/** Tests for every blob store. */
function suite(
  open: () => Promise<{ store: BlobStore; other: BlobStore; scheme: string; stop(): Promise<void> }>,
) {
  let opened: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    opened = await open();
  }, 120_000);
  afterAll(() => opened?.stop());

  test("returns the stored bytes", async () => {
    const { store, scheme } = opened;
    for (const length of [0, 1, 300_000]) {
      expect(await store.put(`org/${length}`, bytesOf(length))).toStartWith(`${scheme}:`);
      expect((await store.get(`org/${length}`))?.size).toBe(length);
      expect(Buffer.compare((await read(store, `org/${length}`)) as Buffer, bytesOf(length))).toBe(0);
    }
    await store.put("org/1", bytesOf(2));
    expect((await read(store, "org/1"))?.length).toBe(2);
  });

  test("stores a stream of many parts", async () => {
    const bytes = bytesOf(12_000_000);
    await opened.store.put("org/parts", partsOf(bytes, 70_000));
    expect(Buffer.compare((await read(opened.store, "org/parts")) as Buffer, bytes)).toBe(0);
  });

  test("stores nothing from a failing stream, and keeps the previous blob", async () => {
    const failing = async function* () {
      yield bytesOf(6_000_000);
      throw new Error("the caller went away");
    };
    await opened.store.put("org/kept", bytesOf(5));
    for (const key of ["org/new", "org/kept"])
      expect(opened.store.put(key, failing())).rejects.toThrow("the caller went away");
    await Bun.sleep(200);
    expect(await opened.store.get("org/new")).toBeNull();
    expect((await read(opened.store, "org/kept"))?.length).toBe(5);
    expect(await keysOf(opened.store)).not.toContain("org/new");
  });

  test("returns a range of bytes with the size of the whole blob", async () => {
    await opened.store.put("org/range", bytesOf(1000));
    const range = { start: 10, end: 20 };
    expect(await read(opened.store, "org/range", range)).toEqual(Buffer.from(bytesOf(1000).slice(10, 20)));
    expect((await opened.store.get("org/range", range))?.size).toBe(1000);
  });

  test("returns null for a missing blob, and ignores its deletion", async () => {
    expect(await opened.store.get("org/none")).toBeNull();
    await opened.store.delete("org/none");
    await opened.store.put("org/gone", bytesOf(3));
    await opened.store.delete("org/gone");
    expect(await opened.store.get("org/gone")).toBeNull();
  });

  test("lists all keys with their times", async () => {
    const { store } = opened;
    for (const key of await keysOf(store)) await store.delete(key);
    const from = Date.now() - 2000;
    for (const key of ["a/1", "a/2", "ab/3"]) await store.put(key, bytesOf(1));
    expect(await keysOf(store)).toEqual(["a/1", "a/2", "ab/3"]);
    for await (const { storedAt } of store.list()) expect(storedAt.getTime()).toBeGreaterThan(from);
  });

  test("separates the keys of two stores", async () => {
    await opened.store.put("org/shared", bytesOf(1));
    await opened.other.put("org/shared", bytesOf(2));
    expect((await read(opened.store, "org/shared"))?.length).toBe(1);
    expect(await keysOf(opened.other)).toEqual(["org/shared"]);
  });
}

describe("blobs on disk", () =>
  suite(async () => {
    const folder = await mkdtemp(join(tmpdir(), "quarry-blobs-"));
    return {
      store: createDiskBlobStore(join(folder, "one")),
      other: createDiskBlobStore(join(folder, "two")),
      scheme: "file",
      stop: () => rm(folder, { recursive: true, force: true }),
    };
  }));

describe("blobs in S3", () => {
  let server: TestS3;
  suite(async () => {
    server = await startS3();
    return {
      store: createS3BlobStore({ ...server, prefix: "one/" }),
      other: createS3BlobStore({ ...server, prefix: "two/" }),
      scheme: "s3",
      stop: () => server.stop(),
    };
  });
});
