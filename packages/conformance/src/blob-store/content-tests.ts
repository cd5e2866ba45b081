import { content, isSame, readAll, streamOf } from "./file-content.ts";
import type { BlobStoreTools } from "./store-test.ts";

/** Files are read back unchanged. */
export function contentTests({ test, expect, scheme, largeBytes }: BlobStoreTools): void {
  test("returns the stored bytes, their length and a URL", async ({ store }) => {
    for (const length of [0, 1, 300_000]) {
      const url = await store.put(`org/${length}`, content(length));
      expect(url.slice(0, scheme.length + 1)).toEqual(`${scheme}:`);
      expect((await store.get(`org/${length}`))?.size).toEqual(length);
      expect(isSame(await readAll(store, `org/${length}`), content(length))).toEqual(true);
    }
  });

  test("stores a large stream", async ({ store }) => {
    const bytes = content(largeBytes);
    await store.put("org/stream", streamOf(bytes, 70_000));
    expect((await store.get("org/stream"))?.size).toEqual(largeBytes);
    expect(isSame(await readAll(store, "org/stream"), bytes)).toEqual(true);
  });

  test("stores an empty stream and a stream of single bytes", async ({ store }) => {
    await store.put("org/none", streamOf(content(0), 1));
    await store.put("org/bytes", streamOf(content(50), 1));
    expect((await store.get("org/none"))?.size).toEqual(0);
    expect(isSame(await readAll(store, "org/bytes"), content(50))).toEqual(true);
  });

  test("returns a range with the length of the whole file", async ({ store }) => {
    const bytes = content(1000);
    await store.put("org/file", bytes);
    for (const [start, end] of [
      [0, 1],
      [10, 20],
      [0, 1000],
      [999, 1000],
    ] as const) {
      const range = { start, end };
      expect((await store.get("org/file", range))?.size).toEqual(1000);
      expect(isSame(await readAll(store, "org/file", range), bytes.slice(start, end))).toEqual(true);
    }
  });

  test("keeps files after a restart", async ({ store, reopen }) => {
    await store.put("org/file", content(5000));
    const reopened = await reopen();
    expect(isSame(await readAll(reopened, "org/file"), content(5000))).toEqual(true);
  });
}
