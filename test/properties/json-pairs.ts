import type { Json } from "@quarry/schema";
import fc from "fast-check";

/** A value and a value that it may contain. */
export type JsonPair = readonly [value: Json, part: Json];

// Few leaves and keys, so that random values often have parts in common.
const primitive = fc.constantFrom<Json>(
  null,
  true,
  false,
  0,
  -0,
  1,
  -1,
  1.5,
  "1",
  "",
  "a",
  "é",
  "e\u0301",
  "😀",
  "null",
  1e21,
  1e300,
  5e-324,
  Number.MAX_SAFE_INTEGER,
  0.1,
);
const key = fc.constantFrom("a", "b", "", "é", "e\u0301", "😀", "0", "a.b", "__proto__x");

const { json } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4, withCrossShrink: false },
    primitive,
    fc.array(tie("json"), { maxLength: 4 }),
    fc.dictionary(key, tie("json"), { maxKeys: 4, noNullPrototype: true }),
  ),
}));

/** Generates a part of `value` by omitting, repeating, reordering and sometimes changing items. */
function thin(value: Json, choose: (below: number) => number): Json {
  if (choose(25) === 0) return ([{}, [], null, 1, "a", [1], [[]], [{}]] as const)[choose(8)] as Json;
  if (Array.isArray(value)) {
    const kept = value.filter(() => choose(3) > 0).map((item) => thin(item, choose));
    if (choose(2) === 0) kept.reverse();
    const again = kept[choose(3)];
    return again === undefined ? kept : [...kept, again];
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(() => choose(3) > 0)
      .map(([name, item]) => [name, thin(item, choose)]),
  );
}

const thinned = fc
  .tuple(json, fc.infiniteStream(fc.nat({ max: 999 })))
  .map(
    ([value, numbers]): JsonPair => [value, thin(value, (below) => (numbers.next().value as number) % below)],
  );

/** Generates pairs of unrelated values, and of values with an approximate part of themselves (in either order). */
export const jsonPair: fc.Arbitrary<JsonPair> = fc.oneof(
  { weight: 2, arbitrary: fc.tuple(json, json) },
  { weight: 5, arbitrary: thinned },
  { weight: 1, arbitrary: thinned.map(([value, part]): JsonPair => [part, value]) },
);

/** Small values that are easily confused. */
export const alike: readonly Json[] = [
  null,
  true,
  false,
  0,
  1,
  "1",
  "",
  [],
  {},
  [null],
  [1],
  ["1"],
  [1, 1],
  [1, 2],
  [2, 1],
  [[]],
  [{}],
  [[1]],
  [[1, 2]],
  [[1], [2]],
  [1, [1]],
  [{ a: 1 }],
  [{ a: 1 }, { b: 2 }],
  [{ a: 1, b: 2 }],
  { a: 1 },
  { a: "1" },
  { a: null },
  { a: [] },
  { a: {} },
  { a: [1] },
  { a: [1, 2] },
  { a: [[1, 2]] },
  { a: 1, b: 2 },
  { a: { b: 1 } },
  { a: { b: 1, c: [1] } },
  { a: [{ b: 1 }, { c: 2 }] },
  { "": 1 },
  { "0": 1 },
];
