import type { Filter } from "@quarry/core";
import type { Json, Metadata } from "@quarry/schema";
import { testGroup } from "../test-group.ts";

/** Values that are easily confused, in and out of arrays and objects. */
const VALUES: readonly Json[] = [
  ...[null, true, false, 0, 1, -1, 1.5, 0.1, 1e21, 9007199254740991],
  ...["", "1", "1.0", "true", "null", "a", "A", "a ", "é", "e\u0301", "😀", "it's", '"', "\\", "%", "_"],
  ...[[], {}, [[]], [{}], [null], [1], ["1"], [1, 2], [2, 1, 1], [1, "1", true], [[1], [2]], [[1, 2]]],
  ...[{ a: 1 }, { a: "1" }, { a: null }, { a: [1, 2] }, { a: { b: { c: [{ d: 1 }, { d: 2 }] } } }],
  ...[[{ a: 1, b: 2 }], [{ a: 1 }, { b: 2 }], { a: 1, b: 2 }, { a: {} }, { a: [] }, { b: { a: 1 } }],
];

/** Field names that need escaping in a query language. */
const NAMES = [
  "a",
  "",
  "é",
  "e\u0301",
  "ключ",
  "日本語",
  "😀",
  "a.b",
  "a b",
  "$a",
  "'",
  '"',
  "\\",
  "0",
  "{a}",
];

const contains = (value: Metadata): Filter => ({ kind: "contains", value });

/** `{ kind: "contains" }` has the semantics of PostgreSQL's `jsonb @>`. */
export const containmentGroup = testGroup("containment", ({ test }) => {
  test("compares every kind of value with every other", async ({ record, put, expectExact }) => {
    const records = VALUES.map((value) => record({ metadata: { field: value } }));
    await put([...records, record()]);
    for (const value of VALUES)
      await expectExact(records, { filter: contains({ field: value }), topK: VALUES.length });
  });

  test("matches fields by their exact name", async ({ record, put, expectExact }) => {
    const records = NAMES.flatMap((name) => [
      record({ metadata: { [name]: 1 } }),
      record({ metadata: { a: { [name]: [1] } } }),
    ]);
    await put(records);
    for (const name of NAMES) {
      await expectExact(records, { filter: contains({ [name]: 1 }), topK: 100 });
      await expectExact(records, { filter: contains({ a: { [name]: [1] } }), topK: 100 });
    }
  });

  test("does not match inherited properties", async ({ record, put, expectExact }) => {
    const names = ["constructor", "toString", "hasOwnProperty", "length"];
    const records = names.map((name) => record({ metadata: { [name]: "own" } }));
    await put([...records, record(), record({ metadata: { list: [1] } })]);
    for (const name of names) await expectExact(records, { filter: contains({ [name]: "own" }) });
    for (const name of names) await expectExact(records, { filter: contains({ list: { [name]: 1 } }) });
  });

  test("requires all fields", async ({ random, record, put, expectExact }) => {
    const parts: Metadata[] = [{ a: 1 }, { b: "x" }, { c: [1, 2] }, { d: { e: null } }, { "😀": true }];
    const some = (): Metadata => Object.assign({}, ...parts.filter(() => random.below(2) === 0));
    const records = Array.from({ length: 100 }, () => record({ metadata: some() }));
    await put(records);
    await expectExact(records, { filter: contains({}), topK: 100 });
    for (let round = 0; round < 30; round += 1)
      await expectExact(records, { filter: contains(some()), topK: random.pick([1, 5, 100]) });
  });
});
