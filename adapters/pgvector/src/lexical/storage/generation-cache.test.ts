import { expect, test } from "bun:test";
import { createGenerationCache } from "./generation-cache.ts";

const value = { text: "value" };

test("keeps what was used since the last generation, and drops the rest", () => {
  const cache = createGenerationCache<number, typeof value>(1000);
  for (const key of [1, 2, 3, 4]) cache.set(key, value, 100);
  // The fifth and sixth do not fit into half of the bytes: a new generation begins.
  for (const key of [5, 6]) cache.set(key, value, 100);
  expect(cache.get(1)).toBe(value);
  for (const key of [7, 8, 9, 10]) cache.set(key, value, 100);
  expect([1, 2, 3, 6, 10].filter((key) => cache.get(key))).toEqual([1, 6, 10]);
});

test("counts growth of its values", () => {
  const cache = createGenerationCache<string, typeof value>(1000);
  cache.set("a", value, 100);
  cache.grew(350);
  cache.set("b", value, 100);
  cache.grew(350);
  cache.set("c", value, 100);
  expect(["a", "b", "c"].filter((key) => cache.get(key))).toEqual(["b", "c"]);
});

test("does not keep a value of a quarter of the cache", () => {
  const cache = createGenerationCache<string, typeof value>(1000);
  cache.set("large", value, 250);
  expect(cache.get("large")).toBeUndefined();
});
