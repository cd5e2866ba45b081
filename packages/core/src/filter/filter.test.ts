import { describe, expect, test } from "bun:test";
import type { Json, Metadata } from "@quarry/schema";
import { QuarryError } from "../errors.ts";
import { containsJson } from "./contains-json.ts";
import { matchesFilter } from "./matches-filter.ts";
import { parseFilter } from "./parse-filter.ts";

/** Processor time of this process, which other work on the machine hardly changes. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const DOCUMENT: Metadata = {
  year: 2024,
  title: "Puffins",
  draft: false,
  nothing: null,
  tags: ["birds", "sea", 7],
  empty: [],
  author: { name: "Ann", address: { city: "Bern" } },
  rows: [{ a: 1 }],
};

function passes(filter: Metadata, document: Metadata = DOCUMENT): boolean {
  const parsed = parseFilter(undefined, filter);
  if (parsed === undefined) throw new Error("the filter has no conditions");
  return matchesFilter(document, parsed);
}

function refusal(filter: Metadata): QuarryError {
  try {
    parseFilter(undefined, filter);
  } catch (error) {
    if (error instanceof QuarryError) return error;
  }
  throw new Error(`not refused: ${JSON.stringify(filter)}`);
}

const CASES: readonly (readonly [filter: Metadata, passes: boolean])[] = [
  [{ year: 2024 }, true],
  [{ year: "2024" }, false],
  [{ nothing: null }, true],
  [{ absent: null }, false],
  [{ draft: false }, true],
  [{ tags: "sea" }, true],
  [{ tags: { $ne: "sea" } }, false],
  [{ tags: { $ne: "land" } }, true],
  [{ absent: { $ne: 1 } }, true],
  [{ empty: { $ne: 1 } }, true],
  [{ year: { $ne: 2024 } }, false],
  [{ year: { $gt: 2024 } }, false],
  [{ year: { $gte: 2024 } }, true],
  [{ year: { $lt: 2024 } }, false],
  [{ year: { $lte: 2024 } }, true],
  [{ year: { $gt: 2000, $lt: 2010 } }, false],
  [{ year: { $gt: 2000, $lt: 2030 } }, true],
  [{ year: { $gt: "1000" } }, false],
  [{ title: { $gt: "Puffin", $lt: "Q" } }, true],
  [{ title: { $gt: 1 } }, false],
  [{ draft: { $lt: 1 } }, false],
  [{ nothing: { $lte: 0 } }, false],
  [{ tags: { $gt: 6 } }, true],
  [{ tags: { $gt: 7 } }, false],
  [{ year: { $in: [1, 2024] } }, true],
  [{ year: { $in: [] } }, false],
  [{ tags: { $in: ["land", "birds"] } }, true],
  [{ nothing: { $in: [null] } }, true],
  [{ nothing: { $exists: true } }, true],
  [{ absent: { $exists: true } }, false],
  [{ absent: { $exists: false } }, true],
  [{ empty: { $exists: true } }, true],
  [{ "author.name": "Ann" }, true],
  [{ "author.address.city": { $in: ["Bern"] } }, true],
  [{ "author.absent.city": { $exists: false } }, true],
  [{ "author.name.length": { $exists: true } }, false],
  [{ "tags.0": "birds" }, false],
  [{ "rows.a": 1 }, false],
  [{ toString: { $exists: true } }, false],
  [{ "author.constructor": { $exists: true } }, false],
  [{ year: 2024, draft: true }, false],
  [{ $and: [{ year: 2024 }, { draft: false }] }, true],
  [{ $and: [{ year: 2024 }, { draft: true }] }, false],
  [{ $or: [{ year: 1 }, { draft: false }] }, true],
  [{ $or: [{ year: 1 }, { draft: true }] }, false],
  [{ $not: { year: 2024 } }, false],
  [{ $not: { absent: 1 } }, true],
  [{ $not: {} }, false],
  [{ $not: { $or: [{ year: 1 }, { $and: [{ draft: true }, { year: 2024 }] }] } }, true],
];

describe("filters", () => {
  for (const [filter, expected] of CASES)
    test(`${JSON.stringify(filter)} ${expected ? "passes" : "fails"}`, () =>
      expect(passes(filter)).toBe(expected));

  test("are undefined without conditions", () => {
    expect(parseFilter(undefined, undefined)).toBeUndefined();
    expect(parseFilter({}, {})).toBeUndefined();
  });

  test("combine metadata containment with the filter", () => {
    const both = parseFilter({ author: { name: "Ann" } }, { year: 2024 });
    if (both === undefined) throw new Error("no filter");
    expect(matchesFilter(DOCUMENT, both)).toBe(true);
    expect(matchesFilter({ ...DOCUMENT, year: 1 }, both)).toBe(false);
    expect(matchesFilter({ ...DOCUMENT, author: { name: "Bob" } }, both)).toBe(false);
    expect(parseFilter({ $gt: 1 }, undefined)).toEqual({ kind: "contains", value: { $gt: 1 } });
  });

  test("never compare numbers with strings", () => {
    expect(passes({ n: { $gt: 9 } }, { n: 10 })).toBe(true);
    expect(passes({ n: { $gt: "9" } }, { n: "10" })).toBe(false);
  });
});

describe("an invalid filter's error names the place", () => {
  const REFUSED: readonly (readonly [filter: Metadata, path: string])[] = [
    [{ $nor: [] }, "/filter/$nor"],
    [{ $and: [] }, "/filter/$and"],
    [{ $or: { a: 1 } }, "/filter/$or"],
    [{ $or: [{ a: 1 }, 3] }, "/filter/$or/1"],
    [{ $not: [{ a: 1 }] }, "/filter/$not"],
    [{ $and: [{ $not: { a: { $regex: "x" } } }] }, "/filter/$and/0/$not/a/$regex"],
    [{ a: [1] }, "/filter/a"],
    [{ a: {} }, "/filter/a"],
    [{ a: { b: 1 } }, "/filter/a/b"],
    [{ a: { $eq: [1] } }, "/filter/a/$eq"],
    [{ a: { $ne: {} } }, "/filter/a/$ne"],
    [{ a: { $in: 1 } }, "/filter/a/$in"],
    [{ a: { $in: [1, [2]] } }, "/filter/a/$in/1"],
    [{ a: { $exists: 1 } }, "/filter/a/$exists"],
    [{ a: { $gt: true } }, "/filter/a/$gt"],
    [{ a: { $lte: null } }, "/filter/a/$lte"],
    [{ "a..b": 1 }, "/filter/a..b"],
    [{ "": 1 }, "/filter/"],
  ];
  for (const [filter, path] of REFUSED)
    test(JSON.stringify(filter), () => {
      const error = refusal(filter);
      expect(error.code).toBe("invalid_request");
      expect(error.details?.map((detail) => detail.path)).toEqual([path]);
      expect(error.message).toContain(path);
    });

  test("accepts 200 conditions, rejects 201, and counts empty ones", () => {
    const of = (count: number, part: Metadata): Metadata => ({
      $or: Array.from({ length: count }, () => part),
    });
    expect(passes(of(199, { a: 1 }))).toBe(false);
    expect(refusal(of(200, { a: 1 })).message).toContain("at most 200");
    expect(refusal({ $and: [of(100, { a: 1 }), of(100, { a: 1 })] }).message).toContain("at most 200");
    expect(refusal(of(200, {})).message).toContain("at most 200");
    expect(passes({ a: { $in: Array(1000).fill(1) } })).toBe(false);
    expect(refusal({ a: { $in: Array(1001).fill(1) } }).message).toContain("at most 1000");
  });
});

describe("containment of long arrays", () => {
  // Long enough to use the index; the expected results are those for the short arrays inside.
  const filler = Array.from({ length: 100 }, (_, at) => `filler ${at}`);
  const long = (items: readonly Json[]): Json => [...filler, ...items];
  const values: Json[] = [
    0,
    -0,
    "0",
    null,
    false,
    "null",
    [],
    {},
    [[]],
    [0],
    [-0],
    ["0"],
    [1, 2],
    [2, 1, 1],
    [[1], [2]],
    [[1, 2]],
    { a: 1 },
    { a: 1, b: 2 },
    { a: [1] },
    { a: [1, 2] },
    { a: [[1]], b: {} },
    { "a.b": 1 },
    { a: { b: 1 } },
    { "": 1 },
    { a: "1" },
  ];

  test("equals comparing every pair", () => {
    for (const value of values)
      for (const part of values) {
        expect(containsJson({ k: long([value]) }, { k: long([part]) })).toBe(
          containsJson({ k: [value] }, { k: [part] }),
        );
        for (const other of values)
          expect(containsJson(long([value, other]), long([part, [1]]))).toBe(
            containsJson([value, other], [part, [1]]),
          );
      }
  }, 120_000);

  const LENGTH = 10_000;
  const each = (make: (at: number) => Json, length = LENGTH): Json[] =>
    Array.from({ length }, (_, at) => make(at));
  const SLOW: readonly (readonly [name: string, value: Json[], part: Json[]])[] = [
    ["numbers", each((at) => at, 30_000), each((at) => 29_999 - at, 30_000)],
    ["the same array again and again", [...each((at) => [at % 7]), [9]], each(() => [9])],
    ["the same object again and again", [...each(() => ({ a: 0 })), { a: 9 }], each(() => ({ a: 9 }))],
    ["arrays", each((at) => [0, at]), each((at) => [LENGTH - 1 - at])],
    ["objects", each((at) => ({ a: 0, b: { c: [at] } })), each((at) => ({ b: { c: [LENGTH - 1 - at] } }))],
    ["empty arrays", [...each(() => ({})), []], each(() => [])],
  ];
  for (const [name, value, part] of SLOW)
    test(`does not compare every pair: ${name}`, () => {
      const start = processorMs();
      for (let document = 0; document < 5; document += 1)
        expect(matchesFilter({ k: value }, { kind: "contains", value: { k: part } })).toBe(true);
      // Takes at most a seventh of that; comparing every pair took from 2.6 s to more than a minute.
      expect(processorMs() - start).toBeLessThan(1500);
    }, 120_000);

  test("$in scans a long array once", () => {
    const filter = parseFilter(undefined, { k: { $in: Array.from({ length: 1000 }, (_, at) => -1 - at) } });
    if (filter === undefined) throw new Error("no filter");
    const document = { k: each((at) => at + 1, 30_000) };
    const start = processorMs();
    for (let again = 0; again < 100; again += 1) expect(matchesFilter(document, filter)).toBe(false);
    expect(processorMs() - start).toBeLessThan(1500);
    expect(passes({ k: { $in: [-0] } }, { k: [1, 0] })).toBe(true);
  }, 120_000);
});
