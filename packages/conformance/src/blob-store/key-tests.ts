import { content, isSame, keysOf, readAll } from "./file-content.ts";
import type { BlobStoreTools } from "./store-test.ts";

/** How far the clocks of the store and of this process may differ. */
const CLOCK_TOLERANCE_MS = 5000;

/** Each key names one file. */
export function keyTests({ test, expect, listedFiles }: BlobStoreTools): void {
  test("returns null for unknown keys", async ({ store }) => {
    expect(await store.get("org/none")).toEqual(null);
    await store.put("org/doc/file", content(3));
    for (const key of ["org", "org/doc", "org/doc/fil", "org/doc/file2", "file"])
      expect(await store.get(key)).toEqual(null);
    expect(await store.get("org/none", { start: 0, end: 1 })).toEqual(null);
  });

  test("keeps similar keys apart", async ({ store }) => {
    const keys = ["a/1", "a/10", "a/1.txt", "ab/1", "a/_", "a/-"];
    for (const [at, key] of keys.entries()) await store.put(key, content(100, at));
    for (const [at, key] of keys.entries())
      expect(isSame(await readAll(store, key), content(100, at))).toEqual(true);
    expect(await keysOf(store)).toEqual(keys.toSorted());
  });

  test("deletes only the named file, and succeeds for an unknown key", async ({ store }) => {
    for (const key of ["org/a", "org/ab", "org2/a"]) await store.put(key, content(4));
    await store.delete("org/a");
    await store.delete("org/a");
    await store.delete("org/none");
    expect(await store.get("org/a")).toEqual(null);
    expect(await keysOf(store)).toEqual(["org/ab", "org2/a"]);
    await store.put("org/a", content(6));
    expect(isSame(await readAll(store, "org/a"), content(6))).toEqual(true);
  });

  test("lists every key once with the time of its last put", async ({ store }) => {
    expect(await keysOf(store)).toEqual([]);
    const start = Date.now();
    const keys = Array.from({ length: listedFiles }, (_, at) => `org/${String(at).padStart(6, "0")}/file`);
    for (let at = 0; at < keys.length; at += 50)
      await Promise.all(keys.slice(at, at + 50).map((key) => store.put(key, content(1))));
    await store.put(keys[0] as string, content(2));
    expect(await keysOf(store)).toEqual(keys);
    for await (const { storedAt } of store.list()) {
      expect(storedAt.getTime()).toBeGreaterThanOrEqual(start - CLOCK_TOLERANCE_MS);
      expect(storedAt.getTime()).toBeLessThanOrEqual(Date.now() + CLOCK_TOLERANCE_MS);
    }
  });

  test("can stop listing early", async ({ store }) => {
    for (const key of ["a", "b", "c"]) await store.put(key, content(1));
    let seen = 0;
    for await (const _ of store.list()) {
      seen += 1;
      break;
    }
    expect(seen).toEqual(1);
    expect(await keysOf(store)).toEqual(["a", "b", "c"]);
  });
}
