import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { containsJson } from "@quarry/core/internal";
import type { Json } from "@quarry/schema";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import type { OpenDatabase } from "../../server/src/platform/database/database.ts";
import { openTestDatabase } from "../support/shared-postgres.ts";
import { alike, type JsonPair, jsonPair } from "./json-pairs.ts";

// The indexes in memory filter by `containsJson`, the database by `@>`: both must always agree.

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase({ isMigrated: false });
}, 120_000);
afterAll(() => database.close(), 30_000);

/** Evaluates `@>` in PostgreSQL for pairs in JSON text. */
async function postgresContains(pairs: readonly (readonly [value: string, part: string])[]) {
  const batch = `[${pairs.map(([value, part]) => `[${value},${part}]`).join(",")}]`;
  const rows = await database.db.execute<{ found: boolean }>(sql`
    select pair -> 0 @> (pair -> 1) as found
    from jsonb_array_elements(${batch}::text::jsonb) with ordinality t(pair, at) order by at`);
  return rows.map(({ found }) => found);
}

async function disagreements(pairs: readonly JsonPair[]) {
  const texts = pairs.map(([value, part]) => [JSON.stringify(value), JSON.stringify(part)] as const);
  const expected = await postgresContains(texts);
  expect(expected).toHaveLength(pairs.length);
  const wrong = texts
    .map(([value, part], at) => ({ value, part, postgres: expected[at] }))
    .filter((_, at) => {
      const [value, part] = pairs[at] as JsonPair;
      return containsJson(value, part) !== expected[at];
    })
    // Reports the shortest pairs first.
    .sort((a, b) => a.value.length + a.part.length - b.value.length - b.part.length);
  return { wrong: wrong.slice(0, 5), contained: expected.filter(Boolean).length };
}

describe("containsJson equals PostgreSQL's @>", () => {
  for (let seed = 1; seed <= 6; seed += 1)
    test(`on 2,000 random pairs (seed ${seed})`, async () => {
      const { wrong, contained } = await disagreements(fc.sample(jsonPair, { numRuns: 2000, seed }));
      expect(wrong).toEqual([]);
      // Both results must be common for a meaningful test.
      expect(contained).toBeGreaterThan(300);
      expect(contained).toBeLessThan(1700);
    }, 120_000);

  test("on every pair of small values", async () => {
    const pairs = alike.flatMap((value) => alike.map((part): JsonPair => [value, part]));
    expect((await disagreements(pairs)).wrong).toEqual([]);
  }, 120_000);

  test("for every notation of numbers", async () => {
    const numerals = [
      "0",
      "-0",
      "0.0",
      "1",
      "1.0",
      "10e-1",
      "1E0",
      "1e21",
      "1000000000000000000000",
      "-2.50",
    ];
    const texts = numerals.flatMap((value) =>
      numerals.flatMap((part): [string, string][] => [
        [value, part],
        [`[${value}]`, part],
        [`{"a":[${value}]}`, `{"a":[${part}]}`],
      ]),
    );
    const ours = texts.map(([value, part]) =>
      containsJson(JSON.parse(value) as Json, JSON.parse(part) as Json),
    );
    expect(ours).toEqual(await postgresContains(texts));
  });

  test("for names of inherited properties", async () => {
    const names = ["__proto__", "constructor", "toString", "hasOwnProperty", "length"];
    const texts = names.flatMap((name): [string, string][] => [
      ["{}", `{"${name}":{}}`],
      [`{"${name}":{"a":1}}`, `{"${name}":{}}`],
      [`{"${name}":{"a":1}}`, `{"${name}":{"a":2}}`],
      ["[]", `{"${name}":0}`],
    ]);
    const ours = texts.map(([value, part]) =>
      containsJson(JSON.parse(value) as Json, JSON.parse(part) as Json),
    );
    expect(ours).toEqual(await postgresContains(texts));
  });
});
