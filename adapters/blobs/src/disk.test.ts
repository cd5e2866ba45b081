import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { BlobStore } from "@quarry/core";
import { rejection } from "../../../test/support/failure.ts";
import { createDiskBlobStore } from "./disk.ts";

let home: string;
let folder: string;
let store: BlobStore;
beforeEach(() => {
  home = fs.mkdtempSync(join(tmpdir(), "quarry-blobs-"));
  folder = join(home, "blobs");
  store = createDiskBlobStore(folder);
});
afterEach(() => fs.rmSync(home, { recursive: true, force: true }));

const bytesOf = (text: string) => new TextEncoder().encode(text);

async function collect(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(bytes));
}

async function read(key: string): Promise<string | null> {
  const blob = await store.get(key);
  if (blob === null) return null;
  const bytes = await collect(blob.bytes);
  expect(bytes.byteLength).toBe(blob.size);
  return new TextDecoder().decode(bytes);
}

function files(): string[] {
  return (fs.readdirSync(home, { recursive: true }) as string[])
    .filter((path) => fs.statSync(join(home, path)).isFile())
    .sort();
}

describe("the blob store on disk", () => {
  test("returns the stored bytes, also at their URL", async () => {
    const bytes = Uint8Array.from({ length: 300_000 }, (_, at) => (at * 31) % 256);
    const url = await store.put("org/spc/doc", bytes);
    const blob = await store.get("org/spc/doc");
    expect(blob?.size).toBe(bytes.length);
    expect(blob && (await collect(blob.bytes)).equals(bytes)).toBe(true);
    expect(fs.readFileSync(fileURLToPath(url)).equals(bytes)).toBe(true);
  });

  test("stores empty blobs and any key", async () => {
    for (const key of ["empty", "a b%20#?é", "x..y", "a/..b/c..", ".hidden"]) {
      const url = await store.put(key, new Uint8Array(0));
      expect(await read(key)).toBe("");
      expect(fs.existsSync(fileURLToPath(url))).toBe(true);
    }
  });

  test("replaces a blob atomically: an open reader still gets all of the old file", async () => {
    await store.put("a/b", bytesOf("a long text"));
    const reader = fs.openSync(join(folder, "a/b"), "r");
    await store.put("a/b", bytesOf("short"));
    expect(fs.readFileSync(reader, "utf8")).toBe("a long text");
    fs.closeSync(reader);
    expect(await read("a/b")).toBe("short");
    expect(files()).toEqual(["blobs/a/b"]);
  });

  test("returns null for missing blobs and for folders", async () => {
    await store.put("a/b", bytesOf("x"));
    for (const key of ["a", "a/c", "b", "a/b/c"]) expect(await store.get(key)).toBeNull();
  });

  test("deletes single blobs, and ignores missing ones", async () => {
    for (const key of ["o/a", "o/ab", "p/a"]) await store.put(key, bytesOf(key));
    await store.delete("o/a");
    await store.delete("o/a");
    expect(files()).toEqual(["blobs/o/ab", "blobs/p/a"]);
    expect(await read("o/a")).toBeNull();
  });

  test("rejects keys outside the folder", async () => {
    const outside = join(home, "secret");
    fs.writeFileSync(outside, "secret");
    for (const key of [
      "../secret",
      "a/../../secret",
      "..",
      ".",
      "",
      "/",
      "a/../",
      "../blobs-2/x",
      "a/../..",
    ]) {
      expect(String(await rejection(store.put(key, bytesOf("x"))))).toContain("stay inside");
      expect(String(await rejection(store.get(key)))).toContain("stay inside");
      expect(String(await rejection(store.delete(key)))).toContain("stay inside");
    }
    // An absolute key is relative to the folder.
    expect(await store.get(outside)).toBeNull();
    expect(files()).toEqual(["secret"]);
  });

  test("accepts relative folders and a trailing slash", async () => {
    for (const name of [`${folder}/`, relative(process.cwd(), folder), join(home, "x", "..", "blobs")]) {
      const other = createDiskBlobStore(name);
      await other.put("a", bytesOf(name));
      expect(fs.readFileSync(join(folder, "a"), "utf8")).toBe(name);
    }
  });

  test("never returns a partial file during concurrent writes", async () => {
    const texts = Array.from({ length: 8 }, (_, writer) => String(writer).repeat(200_000));
    await store.put("a/b", bytesOf(texts[0] as string));
    let isWriting = true;
    const seen = new Set<string>();
    const reader = (async () => {
      while (isWriting) {
        const blob = await store.get("a/b");
        if (!blob) throw new Error("the blob was missing during a write");
        const bytes = await collect(blob.bytes);
        seen.add(new TextDecoder().decode(bytes));
        // Bun resolves all of these immediately, so the writers would never run.
        await Bun.sleep(0);
      }
    })();
    for (let round = 0; round < 5; round += 1)
      await Promise.all(texts.map((text) => store.put("a/b", bytesOf(text))));
    isWriting = false;
    await reader;
    for (const text of seen) expect(texts.includes(text)).toBe(true);
    expect(files()).toEqual(["blobs/a/b"]);
  });

  test("leaves no partial file when a write fails", async () => {
    await store.put("a/b/c", bytesOf("x"));
    // A folder has that name.
    expect(await rejection(store.put("a/b", bytesOf("y")))).toBeInstanceOf(Error);
    await store.put("d", bytesOf("x"));
    expect(await rejection(store.put("d/e", bytesOf("y")))).toBeInstanceOf(Error);
    expect(files()).toEqual(["blobs/a/b/c", "blobs/d"]);
  });
});
