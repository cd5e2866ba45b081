import { expect, test } from "bun:test";
import { below, seededRandom } from "../../chunking/random-document.fixture.ts";
import { fuse } from "./fuse.ts";
import type { Legs } from "./legs.ts";

function randomLegs(seed: number): Legs {
  const random = seededRandom(seed);
  const spaces = ["s", "t", "u"];
  const spaceOf = (chunk: number) => spaces[chunk % 3] as string;
  const leg = (score: () => number) => {
    const chunks = new Set(Array.from({ length: below(random, 30) }, () => below(random, 40)));
    return [...chunks]
      .map((chunk) => ({
        id: `c${chunk}`,
        spaceId: spaceOf(chunk),
        documentId: `d-c${chunk}`,
        score: score(),
      }))
      .sort((a, b) => b.score - a.score);
  };
  const lexical = leg(() => [0, 0.5, random(), random() * 2][below(random, 4)] as number);
  const cosines = () => leg(() => [-1, 1, random(), random() * 2 - 1][below(random, 4)] as number);
  return {
    lexical: below(random, 5) > 0 ? lexical : undefined,
    vectors: Array.from({ length: below(random, 3) }, () => ({
      hits: cosines(),
      isComplete: below(random, 2) === 0,
      family: below(random, 2) === 0 ? ("lexical" as const) : ("semantic" as const),
    })),
    queryTerms: below(random, 12),
    chunkCounts: new Map(spaces.map((space) => [space, 10 ** below(random, 8)])),
  };
}

test("fusion of random legs keeps its invariants", () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const legs = randomLegs(seed);
    const fused = fuse(legs);
    expect(new Set(fused.map(({ id }) => id)).size).toBe(fused.length);
    for (const [at, found] of fused.entries()) {
      expect(found.similarity).toBeGreaterThan(0);
      expect(found.similarity).toBeLessThanOrEqual(1);
      expect(found.lexical).toBe(legs.lexical?.find(({ id }) => id === found.id)?.score ?? null);
      const brought = legs.vectors.flatMap(({ hits }) => hits).filter(({ id }) => id === found.id);
      expect(found.vector).toBe(brought.at(-1)?.score ?? null);
      expect(found.documentId).toBe(`d-${found.id}`);
      const next = fused[at + 1];
      if (!next) continue;
      expect(found.similarity).toBeGreaterThanOrEqual(next.similarity);
      if (found.similarity === next.similarity) expect(found.id < next.id).toBe(true);
    }
  }
});

test("vectors that score the lexical hits give the same fusion in their order as in any other", () => {
  for (let seed = 1; seed <= 100; seed += 1) {
    const { lexical = [], ...legs } = randomLegs(seed);
    const random = seededRandom(seed + 1000);
    const scored = lexical.filter(() => random() < 0.8).map((hit) => ({ ...hit, score: random() * 2 - 1 }));
    const fused = (hits: typeof scored) =>
      fuse({ ...legs, lexical, vectors: [{ hits, isComplete: true, family: "lexical" }] });
    expect(fused(scored)).toEqual(fused(scored.toReversed()));
  }
});
