import { expect, test } from "bun:test";
import type { ModelState } from "../../platform/database/tables/index-tables.ts";
import { type ModelStates, modelIn, withoutModel, withTarget, withTargetFilled } from "./model-states.ts";

const NAMES = ["m", "n", "o", "p"];

/** A seeded generator of random integers below a bound (mulberry32). */
function seeded(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0;
    const value = Math.imul(state ^ (state >>> 15), state | 1);
    return ((value ^ (value >>> 14)) >>> 0) % bound;
  };
}

/** Checks the invariants of the model states. */
function check(states: ModelStates, documents: ReadonlyMap<string, number>): void {
  const those = (wanted: ModelState) => [...states].filter(([, state]) => state === wanted).length;
  expect(those("writing")).toBe(1);
  expect(those("filling")).toBeLessThanOrEqual(1);
  for (const [model, count] of documents)
    if (count > 0) expect(["writing", "leaving"]).toContain(states.get(model) ?? "none");
  const filling = modelIn(states, "filling");
  if (filling !== undefined) expect(documents.get(filling) ?? 0).toBe(0);
}

test("keeps the models of documents in use and converges on the last target, for random starts and interruptions", () => {
  for (let seed = 1; seed <= 500; seed += 1) {
    const below = seeded(seed);
    const documents = new Map<string, number>();
    let states: ModelStates = new Map();
    let target = "";
    const others = () => new Map([...documents].filter(([model, count]) => model !== target && count > 0));
    /** One random step: a start, a write, the end of filling, a switch, or the removal of a model. */
    const step = (kind: number) => {
      const writing = modelIn(states, "writing");
      if (kind === 0 || writing === undefined) {
        target = NAMES[below(NAMES.length)] ?? "m";
        const usable = new Set([target, ...NAMES.filter(() => below(3) > 0)]);
        const has = (documents.get(target) ?? 0) > 0;
        states = withTarget(states, target, others(), has, (model) => usable.has(model));
      } else if (kind === 1) documents.set(writing, (documents.get(writing) ?? 0) + 1 + below(9));
      else if (kind === 2) states = withTargetFilled(states, target);
      else if (modelIn(states, "filling") === undefined)
        for (const [model, state] of states) {
          if (state !== "leaving") continue;
          const count = documents.get(model) ?? 0;
          const moved = Math.min(count, 1 + below(9));
          documents.set(model, count - moved).set(writing, (documents.get(writing) ?? 0) + moved);
          if (count === moved) states = withoutModel(states, model);
        }
      check(states, documents);
    };
    for (let steps = below(40); steps >= 0; steps -= 1) step(below(4));
    for (let steps = 0; steps < 300 && states.size > 1; steps += 1) step(steps === 0 ? 2 : 3);
    expect([...states]).toEqual([[target, "writing"]]);
  }
});

test("the old model keeps serving while the next one is prepared, if it is usable", () => {
  const start = (before: Record<string, ModelState>, documents: Record<string, number>, usable: string) => [
    ...withTarget(
      new Map(Object.entries(before)),
      "m",
      new Map(Object.entries(documents).filter(([model]) => model !== "m")),
      "m" in documents,
      (model) => usable.includes(model),
    ),
  ];
  expect(start({}, {}, "m")).toEqual([["m", "writing"]]);
  expect(start({ n: "writing" }, {}, "mn")).toEqual([["m", "writing"]]);
  expect(start({ n: "writing" }, { n: 1 }, "mn")).toEqual([
    ["n", "writing"],
    ["m", "filling"],
  ]);
  expect(start({ n: "writing" }, { n: 1 }, "m")).toEqual([
    ["n", "leaving"],
    ["m", "writing"],
  ]);
  // A database without recorded states: the model of most documents serves.
  expect(start({}, { o: 2, n: 5 }, "mno")).toEqual([
    ["n", "writing"],
    ["o", "leaving"],
    ["m", "filling"],
  ]);
  // Some documents have the target model already.
  expect(start({}, { n: 5, m: 1 }, "mn")).toEqual([
    ["n", "leaving"],
    ["m", "writing"],
  ]);
  const filling = new Map<string, ModelState>([
    ["n", "writing"],
    ["m", "filling"],
  ]);
  expect(withTargetFilled(filling, "o")).toBe(filling);
  // The previous target was not finished, or not started.
  expect(start({ n: "writing", o: "filling" }, { n: 5 }, "mno")).toEqual([
    ["n", "writing"],
    ["m", "filling"],
  ]);
  expect(start({ o: "writing", n: "leaving" }, { n: 5 }, "mno")).toEqual([
    ["n", "writing"],
    ["m", "filling"],
  ]);
});
