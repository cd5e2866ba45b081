import { describe, expect, test } from "bun:test";
import { below, seededRandom } from "../../chunking/random-document.fixture.ts";
import { lexicalSimilarity } from "../lexical/lexical-similarity.ts";
import { type RoutingEvidence, routeSpaces } from "./route-spaces.ts";

const space = (spaceId: string, evidence: Partial<RoutingEvidence> = {}): RoutingEvidence => ({
  spaceId,
  bestScore: 0,
  chunkCount: 500,
  sketch: 0,
  descriptionScore: 0,
  ...evidence,
});
const ids = (evidence: readonly RoutingEvidence[]) => routeSpaces(evidence, 4).map(({ spaceId }) => spaceId);
const relevanceOf = (evidence: readonly RoutingEvidence[]) => routeSpaces(evidence, 4)[0]?.relevance ?? 0;

describe("routing", () => {
  test("returns nothing for no spaces", () => expect(routeSpaces([], 4)).toEqual([]));

  test("ranks the space with the better passage first", () =>
    expect(ids([space("a", { bestScore: 0.4 }), space("b", { bestScore: 0.8 })])).toEqual(["b", "a"]));

  test("breaks ties between passages by the vocabulary", () =>
    expect(
      ids([space("a", { bestScore: 0.6, sketch: -1 }), space("b", { bestScore: 0.6, sketch: 1 })]),
    ).toEqual(["b", "a"]));

  test("prefers the smaller of equal spaces, down to a few hundred chunks", () => {
    const of = (chunkCount: number) => ({ bestScore: 0.6, chunkCount });
    expect(ids([space("a", of(9000)), space("b", of(500))])).toEqual(["b", "a"]);
    expect(ids([space("a", of(299)), space("b", of(3))])).toEqual(["a", "b"]);
  });

  test("ranks a space without passages by its description", () => {
    const evidence = [space("a"), space("b", { chunkCount: 0, descriptionScore: 0.7 })];
    expect(ids(evidence)).toEqual(["b", "a"]);
    expect(relevanceOf(evidence)).toBeGreaterThan(0.2);
    expect(relevanceOf([space("b", { chunkCount: 0, descriptionScore: 0.3 })])).toBeLessThan(0.2);
  });

  test("combines passages and description as independent probabilities", () => {
    const content = lexicalSimilarity(0.6, 4, 500);
    const [routed] = routeSpaces([space("a", { bestScore: 0.6, descriptionScore: 0.5 })], 4);
    expect(routed?.described).toBeGreaterThan(0);
    expect(routed?.relevance).toBeCloseTo(1 - (1 - content) * (1 - (routed?.described ?? 0)), 12);
  });

  test("uses only the passages of a space whose vocabulary is average", () =>
    expect(relevanceOf([space("a", { bestScore: 0.6 })])).toBeCloseTo(lexicalSimilarity(0.6, 4, 500), 12));

  test("never gives a space a higher content relevance than the one before it", () => {
    const first = space("a", { bestScore: 0.5, sketch: 2, chunkCount: 9000 });
    const second = space("b", { bestScore: 1.2, sketch: -1.5, chunkCount: 300 });
    expect(ids([second, first])).toEqual(["a", "b"]);
    expect(relevanceOf([second])).toBeGreaterThan(relevanceOf([first]));
  });

  test("gives a space without evidence 0, and orders ties by id", () => {
    const routed = routeSpaces([space("c"), space("a"), space("b")], 4);
    expect(routed.map(({ spaceId, relevance }) => [spaceId, relevance])).toEqual([
      ["a", 0],
      ["b", 0],
      ["c", 0],
    ]);
  });

  test("returns every space once, in descending order, from 0 to 1", () => {
    const random = seededRandom(5);
    for (let round = 0; round < 300; round += 1) {
      const evidence = Array.from({ length: 1 + below(random, 12) }, (_, at) =>
        space(`s${at}`, {
          bestScore: random() < 0.3 ? 0 : random() * 2,
          chunkCount: 10 ** below(random, 8),
          sketch: random() * 12 - 6,
          descriptionScore: random() < 0.5 ? 0 : random() * 2,
        }),
      );
      const routed = routeSpaces(evidence, below(random, 10));
      expect(routed.map(({ spaceId }) => spaceId).sort()).toEqual(
        evidence.map(({ spaceId }) => spaceId).sort(),
      );
      for (const [at, { relevance }] of routed.entries()) {
        expect(relevance).toBeGreaterThanOrEqual(0);
        expect(relevance).toBeLessThanOrEqual(1);
        expect(relevance).toBeGreaterThanOrEqual(routed[at + 1]?.relevance ?? 0);
      }
    }
  });
});
