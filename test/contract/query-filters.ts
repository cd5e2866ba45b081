import { beforeAll, describe, expect, test } from "bun:test";
import { call } from "./contract-server.ts";
import { expectError } from "./expecting.ts";
import type { Json } from "./reading.ts";
import { ask, filenames, newSpaceId, putDocument } from "./seeding.ts";

const DOCUMENTS: Record<string, Json> = {
  a: { year: 2020, team: "red", tags: ["x", "y"], place: { city: "Rome", zip: 1 }, open: true },
  b: { year: 2021, team: "blue", tags: ["y"], place: { city: "Oslo", zip: 2 }, open: false },
  c: { year: 2022, team: "green", tags: [], place: { city: "Rome", zip: 3 }, open: true, extra: null },
};

const METADATA: [metadata: Json, expected: string][] = [
  [{}, "abc"],
  [{ team: "red" }, "a"],
  [{ year: 2021 }, "b"],
  [{ year: "2021" }, ""],
  [{ place: { city: "Rome" } }, "ac"],
  [{ place: { city: "Rome", zip: 3 } }, "c"],
  [{ tags: ["y"] }, "ab"],
  [{ tags: ["y", "x"] }, "a"],
  [{ tags: [] }, "abc"],
  [{ open: true, team: "green" }, "c"],
  [{ extra: null }, "c"],
  [{ unknown: 1 }, ""],
];

const FILTERS: [filter: Json, expected: string][] = [
  [{ team: { $eq: "red" } }, "a"],
  [{ team: { $ne: "red" } }, "bc"],
  [{ year: { $gt: 2021 } }, "c"],
  [{ year: { $gte: 2021 } }, "bc"],
  [{ year: { $lt: 2021 } }, "a"],
  [{ year: { $lte: 2021 } }, "ab"],
  [{ year: { $gt: 2020, $lt: 2022 } }, "b"],
  [{ team: { $in: ["red", "green"] } }, "ac"],
  [{ team: { $in: ["none"] } }, ""],
  [{ extra: { $exists: true } }, "c"],
  [{ extra: { $exists: false } }, "ab"],
  [{ year: { $gte: 2021 }, team: { $eq: "blue" } }, "b"],
  [{ $and: [{ year: { $gte: 2021 } }, { open: { $eq: true } }] }, "c"],
  [{ $or: [{ team: { $eq: "red" } }, { year: { $eq: 2022 } }] }, "ac"],
  [{ $not: { team: { $eq: "red" } } }, "bc"],
  [
    {
      $or: [
        { $and: [{ year: { $lt: 2021 } }, { team: { $ne: "blue" } }] },
        { $not: { open: { $eq: true } } },
      ],
    },
    "ab",
  ],
];

const REFUSED: Json[] = [
  { team: { $like: "r%" } },
  { $nor: [] },
  { $and: { team: "red" } },
  { team: { $in: "red" } },
  { extra: { $exists: "yes" } },
];

/** metadata (containment) and filter (operators) of a query. */
export function queryFilterTests(): void {
  describe("query filters", () => {
    let spaceIds = "";

    beforeAll(async () => {
      spaceIds = await newSpaceId();
      for (const [name, metadata] of Object.entries(DOCUMENTS)) {
        await putDocument(spaceIds, name, `Report ${name} about harvest.`, metadata);
      }
    });

    const found = async (fields: Json): Promise<string> =>
      filenames((await ask({ query: "harvest report", spaceIds, ...fields })).results)
        .sort()
        .join("");

    test.each(METADATA)("§4.3 query: metadata %j", async (metadata, expected) => {
      expect(await found({ metadata })).toBe(expected);
    });

    test.each(FILTERS)("decisions/Query: filter %j", async (filter, expected) => {
      expect(await found({ filter })).toBe(expected);
    });

    test.each(["vector", "lexical"])("§4.3 query: metadata and filter hold in mode %s", async (mode) => {
      expect(await found({ mode, metadata: { open: true } })).toBe("ac");
      expect(await found({ mode, filter: { year: { $lte: 2021 } } })).toBe("ab");
    });

    test("decisions/Query: metadata and filter both apply, and topK matches are returned", async () => {
      expect(await found({ metadata: { open: true }, filter: { year: { $gt: 2020 } } })).toBe("c");
      expect(await found({ metadata: { team: "green" }, topK: 1 })).toBe("c");
    });

    test.each(REFUSED.map((filter) => [filter]))("§7 errors: filter %j is refused", async (filter) => {
      expectError(await call("POST", "/api/query", { body: { query: "x", spaceIds, filter } }), 400);
    });
  });
}
