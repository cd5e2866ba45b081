import { describe, expect, test } from "bun:test";
import { matchesFilter, parseFilter } from "@quarry/core";
import type { Json, Metadata } from "@quarry/schema";
import { flattenMetadata } from "../records/flat-metadata.ts";
import { filterWhere, toConditions } from "./where.ts";

/** As Chroma compares: integers with integers, fractions with fractions, strings with strings. */
function kindOf(value: unknown): string {
  return typeof value === "number" ? (Number.isInteger(value) ? "whole" : "part") : typeof value;
}

function passes(fields: Record<string, unknown>, where: Record<string, unknown> | undefined): boolean {
  if (!where) return true;
  const [[key, operand]] = Object.entries(where) as [[string, unknown]];
  if (key === "$and") return (operand as never[]).every((part) => passes(fields, part));
  if (key === "$or") return (operand as never[]).some((part) => passes(fields, part));
  const test = typeof operand === "object" ? operand : { $eq: operand };
  const [[operator, bound]] = Object.entries(test as object) as [[string, number]];
  const value = fields[key] as number;
  if (kindOf(value) !== kindOf(bound)) return false;
  if (operator === "$eq") return value === bound;
  if (operator === "$gte") return value >= bound;
  if (operator === "$lte") return value <= bound;
  throw new Error(`Chroma's ${operator} is not known here`);
}

const VALUES: readonly Json[] = [
  ...[null, true, false, 0, 1, -1, 1.5, 2, -0.25, 1e21, 2 ** 53, 2 ** 53 + 2, 1e-9, 4.999999999999999, 5],
  ...["", "a", "1", "é", "x".repeat(300), "\ud800"],
  ...[
    [],
    [1],
    [1.5, "a", true],
    ["a"],
    ["a", "a", "b"],
    [1, 2, 3, 4, 5, 6, 7, 8, 9],
    ["a", null],
    [[1]],
    {},
    { b: 1 },
    { b: "a", c: { d: { e: { f: 1 } } } },
    { b: [1] },
  ],
];
const BOUNDS = VALUES.filter((value) => typeof value === "number");

const FILTERS: readonly Metadata[] = [
  ...["a", "a.b", "a.c.d", "a.c.d.e", "a.c.d.e.f", "x"].flatMap((path) => [
    ...BOUNDS.flatMap((bound) =>
      ["$gt", "$gte", "$lt", "$lte"].map((order) => ({ [path]: { [order]: bound } })),
    ),
    ...VALUES.filter((value) => typeof value !== "object" || value === null).map((value) => ({
      [path]: value,
    })),
    { [path]: { $in: [1, "a", null] } },
    { [path]: { $in: [] } },
    { [path]: { $exists: true } },
    { [path]: { $ne: 1 } },
    { $or: [{ [path]: 1 }, { x: 2 }] },
    { $or: [{ [path]: 1 }, { x: { $gt: "a" } }] },
    { $not: { [path]: 1 } },
  ]),
];

describe("the conditions for Chroma", () => {
  const rows: Metadata[] = [
    ...VALUES.map((a) => ({ a })),
    ...VALUES.map((a) => ({ a, x: 2 })),
    { "a.b": 1 },
    { a: 1, ...Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`k${at}`, at])), x: 2 },
    { ["k".repeat(5000)]: 1, a: 1 },
    {},
  ];

  test("accept every record that the filter accepts", () => {
    const wrong: unknown[] = [];
    for (const given of FILTERS)
      for (const filter of [parseFilter(undefined, given), parseFilter(given, undefined)])
        for (const row of rows)
          if (filter && matchesFilter(row, filter) && !passes(flattenMetadata(row), filterWhere(filter)))
            wrong.push({ given, row });
    expect(wrong).toEqual([]);
    for (const value of VALUES)
      for (const row of rows) {
        const filter = { kind: "contains", value: { a: value } } as const;
        if (matchesFilter(row, filter)) expect(passes(flattenMetadata(row), filterWhere(filter))).toBe(true);
      }
  });

  test("exclude most records that the filter rejects", () => {
    const plain = [{ a: 1 }, { a: "a" }, { a: 7.5 }, { a: { b: 1 } }, { a: ["x", "y"] }, {}];
    const held = (given: Metadata) => {
      const filter = parseFilter(undefined, given);
      return plain.filter((row) => passes(flattenMetadata(row), filter && filterWhere(filter)));
    };
    expect(held({ a: 1 })).toEqual([{ a: 1 }]);
    expect(held({ a: { $gt: 3 } })).toEqual([{ a: 7.5 }]);
    expect(held({ a: { $in: ["y", "z"] } })).toEqual([{ a: ["x", "y"] }]);
    expect(held({ "a.b": { $in: [1, 2] } })).toEqual([{ a: { b: 1 } }]);
    expect(held({ $or: [{ a: "a" }, { "a.b": 1 }] })).toEqual([{ a: "a" }, { a: { b: 1 } }]);
  });

  test("flat fields are few and valid in Chroma", () => {
    for (const row of rows) {
      const fields = flattenMetadata(row);
      expect(Object.keys(fields).length).toBeLessThanOrEqual(25);
      for (const [key, value] of Object.entries(fields)) {
        expect(key.length).toBeLessThanOrEqual(500);
        expect(typeof value === "number" ? Number.isFinite(value) : typeof value).not.toBe(false);
        expect(typeof value).not.toBe("object");
      }
    }
  });

  test("split very many documents into parts, and omit spaces beyond the limit", () => {
    const many = Array.from({ length: 12_000 }, (_, at) => `doc_${at}`);
    expect(toConditions({ orgId: "o", spaceIds: ["s"], documentIds: many })).toHaveLength(3);
    expect(toConditions({ orgId: "o", spaceIds: many })).toEqual([undefined]);
  });
});
