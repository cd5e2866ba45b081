import { rejection } from "../rejection.ts";
import { content, isSame, keysOf, readAll, streamOf } from "./file-content.ts";
import type { BlobStoreTools } from "./store-test.ts";

/** A stream that fails after its first chunk. */
async function* failingStream(length: number): AsyncGenerator<Uint8Array> {
  yield content(length);
  throw new Error("The upload was aborted");
}

/** Files are replaced as a whole or not at all. */
export function writeTests({ test, expect, replacesAtomically }: BlobStoreTools): void {
  test("replaces a file by a longer and a shorter one", async ({ store }) => {
    for (const length of [100, 5000, 10, 0]) {
      await store.put("org/file", content(length, length));
      expect((await store.get("org/file"))?.size).toEqual(length);
      expect(isSame(await readAll(store, "org/file"), content(length, length))).toEqual(true);
    }
    expect(await keysOf(store)).toEqual(["org/file"]);
  });

  test("stores nothing of a failed stream, and keeps the previous file", async ({ store }) => {
    await store.put("org/kept", content(5));
    for (const length of [10, 6_000_000])
      for (const key of ["org/new", "org/kept"]) {
        const reason = await rejection(store.put(key, failingStream(length)));
        expect(reason instanceof Error && reason.message).toEqual("The upload was aborted");
      }
    expect(await store.get("org/new")).toEqual(null);
    expect(isSame(await readAll(store, "org/kept"), content(5))).toEqual(true);
    expect(await keysOf(store)).toEqual(["org/kept"]);
  });

  test("accepts a file after its stream failed", async ({ store }) => {
    await rejection(store.put("org/file", failingStream(10)));
    await store.put("org/file", streamOf(content(20), 7));
    expect(isSame(await readAll(store, "org/file"), content(20))).toEqual(true);
  });

  test("does not modify or retain the given bytes", async ({ store }) => {
    const bytes = content(1000);
    await store.put("org/file", bytes);
    expect(isSame(bytes, content(1000))).toEqual(true);
    bytes.fill(0);
    expect(isSame(await readAll(store, "org/file"), content(1000))).toEqual(true);
  });

  if (!replacesAtomically) return;

  test("shows readers whole files while writers compete", async ({ store }) => {
    const versions = [1, 2, 3, 4].map((seed) => content(200_000 + seed, seed));
    await store.put("org/file", versions[0] as Uint8Array);
    let torn = 0;
    const read = async () => {
      const seen = await readAll(store, "org/file");
      if (!versions.some((version) => isSame(seen, version))) torn += 1;
    };
    for (let round = 0; round < 5; round += 1)
      await Promise.all(versions.flatMap((version) => [read(), store.put("org/file", version), read()]));
    expect(torn).toEqual(0);
    expect(await keysOf(store)).toEqual(["org/file"]);
  });
}
