import { expect, test } from "bun:test";
import type { Metadata } from "@quarry/schema";
import { createFilterVerdicts } from "./filter-verdicts.ts";
import { matchesFilter } from "./matches-filter.ts";
import { parseFilter } from "./parse-filter.ts";

const filterOf = (filter: Metadata) => {
  const parsed = parseFilter(undefined, filter);
  if (!parsed) throw new Error("the filter has no conditions");
  return parsed;
};

test("a filter reads each document's metadata once, until the ordinal means another document", () => {
  let reads = 0;
  const documents: (Metadata | undefined)[] = [{ year: 1 }, { year: 2 }, undefined];
  const verdicts = createFilterVerdicts((ordinal) => {
    reads += 1;
    return documents[ordinal];
  });
  const passing = () => [0, 1, 2, 3].filter(verdicts.of(filterOf({ year: { $gt: 1 } })));
  expect(passing()).toEqual([1]);
  reads = 0;
  expect(passing()).toEqual([1]);
  // Only the ordinals without a document are asked for again.
  expect(reads).toBe(2);
  documents[0] = { year: 3 };
  documents[1] = undefined;
  documents[2] = { year: 4 };
  for (const ordinal of [0, 1, 2]) verdicts.forget(ordinal);
  expect(passing()).toEqual([0, 2]);
});

test("the filters that were not used for longest are forgotten when they are many, or their verdicts large", () => {
  for (const [documents, kept] of [
    [1, 256],
    [1_000_000, 4],
  ] as const) {
    let reads = 0;
    const verdicts = createFilterVerdicts(() => {
      reads += 1;
      return { year: 1 };
    });
    const ask = (year: number) => verdicts.of(filterOf({ year }))(documents - 1);
    for (let year = 0; year <= kept; year += 1) expect(ask(year)).toBe(year === 1);
    reads = 0;
    expect([ask(1), reads]).toEqual([true, 0]);
    expect([ask(0), reads]).toEqual([false, 1]);
  }
});

test("random changes and hundreds of filters always give the verdicts of matchesFilter", () => {
  let seed = 1;
  const below = (limit: number) => {
    seed = (seed * 48271) % 2147483647;
    return seed % limit;
  };
  const documents: (Metadata | undefined)[] = [];
  const verdicts = createFilterVerdicts((ordinal) => documents[ordinal]);
  for (let step = 0; step < 3000; step += 1) {
    const ordinal = below(200);
    documents[ordinal] =
      below(5) === 0 ? undefined : { a: below(8), b: [below(4), `${below(4)}`], c: { d: below(3) } };
    verdicts.forget(ordinal);
    const condition = [
      { a: below(8) },
      { a: { $gt: below(8) } },
      { b: { $in: [below(4), `${below(4)}`] } },
      { "c.d": { $ne: below(3) } },
      { $or: [{ a: below(8) }, { $not: { b: below(4) } }] },
    ][below(5)] as Metadata;
    const filter = filterOf(condition);
    const passes = verdicts.of(filter);
    for (let at = 0; at < 200; at += 1 + below(20)) {
      const metadata = documents[at];
      expect(passes(at)).toBe(metadata !== undefined && matchesFilter(metadata, filter));
    }
  }
});
