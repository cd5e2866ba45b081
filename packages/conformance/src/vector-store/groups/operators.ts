import { parseFilter } from "@quarry/core";
import {
  BOUNDS,
  PATHS,
  randomCondition,
  randomFilter,
  randomMetadata,
  SCALARS,
} from "../../random-filters.ts";
import { testGroup } from "../test-group.ts";

/** Operator filters have the semantics of `matchesFilter`. */
export const operatorGroup = testGroup("operators", ({ test }) => {
  test("applies each operator to each field", async ({ random, record, put, expectExact }) => {
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

  test("applies random combinations", async ({ random, record, put, expectExact }) => {
    const records = Array.from({ length: 80 }, () => record({ metadata: randomMetadata(random) }));
    await put(records);
    for (let round = 0; round < 150; round += 1) {
      const metadata = random.below(3) === 0 ? randomCondition(random) : undefined;
      const contained = metadata && { year: 2024 };
      const filter = parseFilter(contained, randomFilter(random, 3));
      if (filter) await expectExact(records, { filter, topK: random.pick([1, 5, 100]) });
    }
  });

  test("applies conditions that match nothing and everything", async ({ record, put, expectExact }) => {
    const records = Array.from({ length: 20 }, (_, at) => record({ metadata: { at } }));
    await put(records);
    for (const parts of [[], [{ kind: "exists", path: ["at"] } as const]]) {
      await expectExact(records, { filter: { kind: "and", parts }, topK: 100 });
      await expectExact(records, { filter: { kind: "or", parts }, topK: 100 });
      await expectExact(records, { filter: { kind: "not", part: { kind: "or", parts } }, topK: 100 });
    }
  });
});
