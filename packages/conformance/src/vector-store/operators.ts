import { parseFilter } from "@quarry/core";
import type { Json, Metadata } from "@quarry/schema";
import type { Random } from "../random.ts";
import { testGroup } from "./test-group.ts";

const PATHS = ["year", "title", "tags", "author", "author.name", "author.born", "empty", "none", "ключ"];
const SCALARS: readonly (string | number | boolean | null)[] = [
  ...[null, true, false, 0, -1, 1999, 2024, 2024.5, 1e21],
  ...["", "2024", "a", "B", "b", "é", "Zoë", "true", "日本", "it's", "%", "_"],
];
const BOUNDS = SCALARS.filter((value) => typeof value === "string" || typeof value === "number");

/** A document's metadata: each field present or not, a value or a list. */
function randomMetadata({ pick, below }: Random): Metadata {
  const value = (): Json => {
    const dice = below(6);
    if (dice === 0) return [];
    if (dice === 1) return [pick(SCALARS), pick(SCALARS)];
    if (dice === 2) return [[pick(SCALARS)], { name: pick(SCALARS) }, pick(SCALARS)];
    return pick(SCALARS);
  };
  const metadata: Metadata = {};
  for (const name of ["year", "title", "tags", "ключ"]) if (below(3) > 0) metadata[name] = value();
  if (below(2) === 0)
    metadata.author = pick<Json>([{ name: value() }, { born: value(), name: value() }, value()]);
  if (below(3) === 0) metadata.empty = pick<Json>([null, {}, [], ""]);
  return metadata;
}

function randomCondition({ pick, below }: Random): Metadata {
  const path = pick(PATHS);
  const order = pick(["$gt", "$gte", "$lt", "$lte"]);
  switch (below(6)) {
    case 0:
      return { [path]: pick(SCALARS) };
    case 1:
      return { [path]: { $ne: pick(SCALARS) } };
    case 2:
      return { [path]: { $in: Array.from({ length: below(5) }, () => pick(SCALARS)) } };
    case 3:
      return { [path]: { $exists: below(2) === 0 } };
    case 4:
      return { [path]: { $gte: pick(BOUNDS), $lt: pick(BOUNDS) } };
    default:
      return { [path]: { [order]: pick(BOUNDS) } };
  }
}

function randomFilter(random: Random, depth: number): Metadata {
  const dice = random.below(5);
  if (depth === 0 || dice < 2) return randomCondition(random);
  if (dice === 2) return { $not: randomFilter(random, depth - 1) };
  const parts = Array.from({ length: 1 + random.below(3) }, () => randomFilter(random, depth - 1));
  return { [dice === 3 ? "$and" : "$or"]: parts };
}

/** The operator filter passes what core's `matchesFilter` passes. */
export const operatorGroup = testGroup("operators", ({ test }) => {
  test("each operator on each field", async ({ random, record, put, expectExact }) => {
    const records = Array.from({ length: 80 }, () => record({ metadata: randomMetadata(random) }));
    await put(records);
    for (const path of PATHS) {
      for (const operator of ["$eq", "$ne", "$gt", "$gte", "$lt", "$lte"])
        for (const value of [2024, "b", random.pick(BOUNDS)]) {
          const filter = parseFilter(undefined, { [path]: { [operator]: value } });
          if (filter) await expectExact(records, { filter, topK: 100 });
        }
      for (const operand of [{ $exists: true }, { $exists: false }, { $in: [...SCALARS] }, { $in: [] }]) {
        const filter = parseFilter(undefined, { [path]: operand });
        if (filter) await expectExact(records, { filter, topK: 100 });
      }
    }
  });

  test("any combination", async ({ random, record, put, expectExact }) => {
    const records = Array.from({ length: 80 }, () => record({ metadata: randomMetadata(random) }));
    await put(records);
    for (let round = 0; round < 150; round += 1) {
      const metadata = random.below(3) === 0 ? randomCondition(random) : undefined;
      const contained = metadata && { year: 2024 };
      const filter = parseFilter(contained, randomFilter(random, 3));
      if (filter) await expectExact(records, { filter, topK: random.pick([1, 5, 100]) });
    }
  });

  test("conditions that nothing passes, and that everything passes", async ({ record, put, expectExact }) => {
    const records = Array.from({ length: 20 }, (_, at) => record({ metadata: { at } }));
    await put(records);
    for (const parts of [[], [{ kind: "exists", path: ["at"] } as const]]) {
      await expectExact(records, { filter: { kind: "and", parts }, topK: 100 });
      await expectExact(records, { filter: { kind: "or", parts }, topK: 100 });
      await expectExact(records, { filter: { kind: "not", part: { kind: "or", parts } }, topK: 100 });
    }
  });
});
