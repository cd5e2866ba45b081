import { describe, expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { LIMITS } from "./limits.ts";
import { MetadataSchema, metadataProblem } from "./metadata.ts";

/** An object nested `levels` levels deep. */
function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 1; level < levels; level += 1) value = { a: value };
  return value;
}

describe("metadataProblem", () => {
  test("accepts JSON objects", () => {
    for (const value of [
      {},
      { a: 1, b: "two", c: [true, null, { d: [] }], "": "", "ключ 🎉": "значение" },
      JSON.parse('{"__proto__":{"a":1},"constructor":null}'),
    ])
      expect(metadataProblem(value)).toBeNull();
  });

  test("rejects values that are not JSON objects", () => {
    for (const value of [null, undefined, [], [{}], "{}", 1, true])
      expect(metadataProblem(value)).toBe("must be a JSON object");
  });

  test("rejects characters that PostgreSQL cannot store, in keys and values, at any depth", () => {
    for (const text of ["a\u0000b", "\ud83c", "x\udf89", "\udf89\ud83c"])
      for (const value of [{ a: text }, { [text]: 1 }, { a: [{ b: [text] }] }, { a: { [text]: {} } }])
        expect(metadataProblem(value)).toContain("NUL characters or lone surrogates");
  });

  test("rejects numbers that JSON cannot represent, which would be stored as null", () => {
    for (const value of [{ a: Number.POSITIVE_INFINITY }, JSON.parse('{"a":[-1e999]}'), { a: Number.NaN }])
      expect(metadataProblem(value)).toContain("number");
    expect(metadataProblem({ a: Number.MAX_VALUE, b: Number.MIN_VALUE, c: -0 })).toBeNull();
  });

  test("limits the nesting of objects and arrays", () => {
    const most = LIMITS.metadataMaxDepth;
    expect(metadataProblem(nested(most))).toBeNull();
    expect(metadataProblem(nested(most + 1))).toBe(`must not nest deeper than ${most} levels`);
    expect(metadataProblem({ a: JSON.parse("[".repeat(most) + "]".repeat(most)) })).toContain("nest deeper");
    expect(metadataProblem(nested(100_000))).toContain("nest deeper");
  });

  test("limits the characters of keys and values, with two more for each value", () => {
    const most = LIMITS.metadataMaxChars;
    // Four for the object and its one value.
    expect(metadataProblem({ a: "x".repeat(most - 5) })).toBeNull();
    expect(metadataProblem({ a: "x".repeat(most - 4) })).toContain(`at most ${most} characters`);
    expect(metadataProblem({ ["k".repeat(most)]: 1 })).toContain("at most");
    expect(metadataProblem({ a: Array(most).fill(0) })).toContain("at most");
    const wide = Object.fromEntries(Array.from({ length: 200_000 }, (_, at) => [`k${at}`, 1]));
    expect(metadataProblem(wide)).toContain("at most");
  });

  test("rejects millions of values without visiting them", () => {
    const zeros: number[] = Array(5_000_000).fill(0);
    const wide = Object.fromEntries(Array.from({ length: 300_000 }, (_, at) => [`k${at}`, 0]));
    const start = performance.now();
    for (const value of [{ a: zeros }, { a: [zeros, zeros] }, { a: { b: zeros, c: zeros } }, { a: wide }])
      expect(metadataProblem(value)).toContain("at most");
    // Takes about 30 ms. Queueing every value first took 43 s.
    expect(performance.now() - start).toBeLessThan(3000);
  }, 120_000);

  test("accepts exactly as many values as fit, in flat and nested arrays", () => {
    const most = LIMITS.metadataMaxChars;
    // The object, its key and the array take 5 characters, so 1 stays unused.
    expect(metadataProblem({ a: Array((most - 6) / 2).fill(0) })).toBeNull();
    expect(metadataProblem({ a: Array((most - 6) / 2 + 1).fill(0) })).toContain("at most");
    expect(metadataProblem({ a: Array(Math.floor((most - 5) / 4)).fill([0]) })).toBeNull();
    expect(metadataProblem({ a: Array(Math.floor((most - 5) / 4) + 1).fill([0]) })).toContain("at most");
  });
});

test("the metadata schema rejects what metadataProblem rejects", () => {
  const body = Type.Object({ metadata: Type.Optional(MetadataSchema) });
  for (const metadata of [{}, { a: [1] }, [], null, "x", { a: "\u0000" }, nested(100)])
    expect(Value.Check(body, { metadata })).toBe(metadataProblem(metadata) === null);
  expect(Value.Check(body, {})).toBe(true);
});
