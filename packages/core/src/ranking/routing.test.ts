import { describe, expect, test } from "bun:test";
import { below, seededRandom } from "../chunking/random-document.fixture.ts";
import { lexicalSimilarity } from "./lexical-similarity.ts";
import { type RoutingEvidence, routeSpaces } from "./routing.ts";

const space = (spaceId: string, evidence: Partial<RoutingEvidence> = {}): RoutingEvidence => ({
  spaceId,
  bestScore: 0,
  chunkCount: 500,
  sketch: 0,
  descriptionScore: 0,
  ...evidence,
});
const ids = (evidence: readonly RoutingEvidence[]) =>
  routeSpaces(evidence, 4, 10).map(({ spaceId }) => spaceId);
const relevanceOf = (evidence: readonly RoutingEvidence[]) => routeSpaces(evidence, 4, 10)[0]?.relevance;

describe("routing", () => {
  test("of no spaces is nothing", () => expect(routeSpaces([], 4, 0)).toEqual([]));

  test("puts the space with the better passage first", () =>
    expect(ids([space("a", { bestScore: 0.4 }), space("b", { bestScore: 0.8 })])).toEqual(["b", "a"]));

  test("among equal passages puts the space first whose vocabulary fits", () =>
    expect(
      ids([space("a", { bestScore: 0.6, sketch: -1 }), space("b", { bestScore: 0.6, sketch: 1 })]),
    ).toEqual(["b", "a"]));

  test("lets a description speak for a space without passages", () =>
    expect(ids([space("a"), space("b", { descriptionScore: 0.7 })])).toEqual(["b", "a"]));

  test("joins passages and description as independent chances", () => {
    const content = lexicalSimilarity(0.6, 4, 500);
    const description = lexicalSimilarity(0.5, 4, 10);
    expect(relevanceOf([space("a", { bestScore: 0.6, descriptionScore: 0.5 })])).toBeCloseTo(
      1 - (1 - content) * (1 - description),
      12,
    );
  });

  test("judges a lone space by its passages, whatever its vocabulary", () => {
    for (const sketch of [-50, -1, 0, 3, 50])
      expect(relevanceOf([space("a", { bestScore: 0.6, sketch })])).toBeCloseTo(
        lexicalSimilarity(0.6, 4, 500),
        12,
      );
  });

  test("leaves a space without evidence at 0, and equals in the order of their ids", () => {
    const routed = routeSpaces([space("c"), space("a"), space("b")], 4, 10);
    expect(routed).toEqual(["a", "b", "c"].map((spaceId) => ({ spaceId, relevance: 0 })));
  });

  test("answers every space once, in falling order, from 0 to 1", () => {
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
      const routed = routeSpaces(evidence, below(random, 10), evidence.length);
      expect(routed.map(({ spaceId }) => spaceId).sort()).toEqual(
        evidence.map(({ spaceId }) => spaceId).sort(),
      );
      for (const [at, { spaceId, relevance }] of routed.entries()) {
        expect(relevance).toBeGreaterThanOrEqual(0);
        expect(relevance).toBeLessThanOrEqual(1);
        const next = routed[at + 1];
        if (next)
          expect(relevance > next.relevance || (relevance === next.relevance && spaceId < next.spaceId)).toBe(
            true,
          );
      }
    }
  });
});
