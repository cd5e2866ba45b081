import { expect, test } from "bun:test";
import { createSizedCache } from "./sized-cache.ts";

const value = { text: "value" };

test("evicts the least recently used values beyond its size", () => {
  const cache = createSizedCache<typeof value>(10_000);
  for (const name of ["a", "b", "c", "d"]) cache.set(name, value, 2000);
  expect(cache.get("a")).toBe(value);
  cache.set("e", value, 2000);
  expect(["a", "b", "c", "d", "e"].filter((name) => cache.get(name))).toEqual(["a", "c", "d", "e"]);
});

test("does not keep a value larger than a quarter of the cache", () => {
  const cache = createSizedCache<typeof value>(10_000);
  cache.set("large", value, 2600);
  expect(cache.get("large")).toBeUndefined();
});
