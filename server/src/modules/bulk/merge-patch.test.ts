import { expect, test } from "bun:test";
import { mergePatch } from "./merge-patch.ts";

// The examples of RFC 7396, appendix A, whose target and patch are objects.
test.each([
  [{ a: "b" }, { a: "c" }, { a: "c" }],
  [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
  [{ a: "b" }, { a: null }, {}],
  [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
  [{ a: ["b"] }, { a: "c" }, { a: "c" }],
  [{ a: "c" }, { a: ["b"] }, { a: ["b"] }],
  [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
  [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
])("%j with %j is %j", (target, patch, merged) => {
  expect(mergePatch(target, patch)).toEqual(merged);
});

test("keys that objects inherit are keys like any other, and the target stays as it was", () => {
  const target = JSON.parse('{"a":{"b":1}}');
  const merged = mergePatch(target, JSON.parse('{"toString":{"c":2},"a":{"b":null}}'));
  expect(merged).toEqual({ a: {}, toString: { c: 2 } } as unknown as typeof merged);
  expect(target).toEqual({ a: { b: 1 } });
  mergePatch({}, JSON.parse('{"__proto__":{"polluted":true}}'));
  expect("polluted" in {}).toBe(false);
});
