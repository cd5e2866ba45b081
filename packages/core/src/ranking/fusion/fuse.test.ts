import { describe, expect, test } from "bun:test";
import { seededRandom } from "../../chunking/random-document.fixture.ts";
import { lexicalSimilarity } from "../lexical/lexical-similarity.ts";
import { type FusedHit, fuse as fuseLegs } from "./fuse.ts";
import type { Legs, VectorLeg } from "./legs.ts";
import { defaultVectorWeight } from "./vector-strength.ts";

const hit = (id: string, score: number, spaceId = "s") => ({ id, spaceId, documentId: `d-${id}`, score });
const BASE = { queryTerms: 4, chunkCounts: new Map([["s", 500]]) };
const families = ["lexical", "semantic"] as const;
const ids = (hits: readonly FusedHit[]) => hits.map(({ id }) => id);

/** The usual case: one model. */
type OneModel = Omit<Legs, "vectors"> & {
  readonly family: VectorLeg["family"];
  readonly vector: Omit<VectorLeg, "family"> | undefined;
};
const fuse = ({ family, vector, ...legs }: OneModel) =>
  fuseLegs({ ...legs, vectors: vector ? [{ ...vector, family }] : [] });
const similarityOf = (legs: OneModel, id: string) =>
  fuse(legs).find((found) => found.id === id)?.similarity ?? 0;
const read = (strength: number) => lexicalSimilarity(strength, BASE.queryTerms, 500);

describe("fusion", () => {
  test("returns nothing for empty legs", () => {
    for (const family of families) {
      expect(fuse({ ...BASE, family, lexical: undefined, vector: undefined })).toEqual([]);
      expect(fuse({ ...BASE, family, lexical: [], vector: { hits: [], isComplete: true } })).toEqual([]);
    }
  });

  test("reports each leg's contribution; the similarity follows from their sum", () => {
    for (const family of families) {
      const vector = { hits: [hit("a", 0.5), hit("b", 0.4)], isComplete: true };
      const found = fuse({ ...BASE, family, lexical: [hit("a", 0.7), hit("c", 0.3)], vector });
      expect(found).toHaveLength(3);
      for (const { similarity, lexical, vector, contributions } of found) {
        expect(similarity).toBe(read(contributions.lexical + contributions.vector));
        expect(contributions.lexical > 0).toBe(lexical !== null);
        expect(contributions.vector > 0).toBe(vector !== null);
      }
    }
  });

  test("is convex: the result lies between the legs' own results", () => {
    const random = seededRandom(7);
    const strength = {
      lexical: (cosine: number) => Math.min(1.2, cosine / 0.5),
      semantic: (cosine: number) => Math.min(1.2, Math.max(0, (cosine - 0.2) / 0.55)),
    };
    for (const family of families)
      for (let round = 0; round < 200; round += 1) {
        const [words, cosine] = [random() * 1.2, random()];
        const lexical = [hit("a", words)];
        const vector = { hits: [hit("a", cosine)], isComplete: true };
        const alone = [read(words), read(strength[family](cosine))];
        const both = similarityOf({ ...BASE, family, lexical, vector }, "a");
        expect(both).toBeGreaterThanOrEqual(Math.min(...alone) - 1e-12);
        expect(both).toBeLessThanOrEqual(Math.max(...alone) + 1e-12);
      }
  });

  test("increases with each leg's score", () => {
    for (const family of families) {
      const at = (lexical: number, cosine: number) =>
        similarityOf(
          {
            ...BASE,
            family,
            lexical: [hit("a", lexical)],
            vector: { hits: [hit("a", cosine)], isComplete: true },
          },
          "a",
        );
      expect(at(0.6, 0.4)).toBeGreaterThan(at(0.5, 0.4));
      expect(at(0.5, 0.45)).toBeGreaterThan(at(0.5, 0.4));
    }
  });

  test("gives no weight to a leg that did not run, but keeps the weight of a leg without hits", () => {
    const lexical = [hit("a", 0.8)];
    const legs = { ...BASE, family: "semantic", lexical } as const;
    expect(similarityOf({ ...legs, vector: undefined }, "a")).toBe(read(0.96 * 0.8));
    expect(similarityOf({ ...legs, vector: { hits: [], isComplete: true } }, "a")).toBeCloseTo(
      read(0.4 * 0.8),
      12,
    );
  });

  test("uses the whole scale of cosines if only vectors are searched", () => {
    const vector = {
      hits: [hit("a", 0.75), hit("b", 0.475), hit("c", 0.2), hit("d", -0.5)],
      isComplete: true,
    };
    const fused = fuse({ ...BASE, family: "semantic", lexical: undefined, vector });
    expect(ids(fused)).toEqual(["a", "b"]);
    expect(fused[0]?.similarity).toBeCloseTo(read(1), 12);
    expect(fused[1]?.similarity).toBeCloseTo(read(0.5), 12);
    // A question without words disables the lexical leg, even if it ran.
    const wordless = { family: "semantic", queryTerms: 0, chunkCounts: BASE.chunkCounts, vector } as const;
    expect(fuse({ ...wordless, lexical: [] })).toEqual(fuse({ ...wordless, lexical: undefined }));
  });

  test("scales cosines of hashed words by how far they exceed chance if only vectors are searched", () => {
    const at = (cosine: number) =>
      similarityOf(
        {
          ...BASE,
          family: "lexical",
          lexical: undefined,
          vector: { hits: [hit("a", cosine)], isComplete: true },
        },
        "a",
      );
    expect(at(0.35)).toBeCloseTo(read(1), 12);
    expect(at(0.175)).toBeCloseTo(read(0.25), 12);
    expect(at(1)).toBe(at(0.9));
  });

  test("caps a cosine's strength at 1.2", () => {
    const at = (cosine: number) =>
      similarityOf(
        {
          ...BASE,
          family: "semantic",
          lexical: [],
          vector: { hits: [hit("a", cosine)], isComplete: true },
        },
        "a",
      );
    expect(at(1)).toBe(at(0.9));
    expect(at(1)).toBeCloseTo(read(0.6 * 1.2), 12);
  });

  test("scores a chunk missing from a truncated vector leg like the leg's last hit", () => {
    const hits = [hit("a", 0.7), hit("b", 0.5)];
    const at = (isComplete: boolean) =>
      similarityOf(
        { ...BASE, family: "semantic", lexical: [hit("z", 0.5)], vector: { hits, isComplete } },
        "z",
      );
    expect(at(true)).toBeCloseTo(read(0.4 * 0.5), 12);
    expect(at(false)).toBeCloseTo(read(0.4 * 0.5 + (0.6 * 0.3) / 0.55), 12);
  });

  test("orders ties by id, independent of the input order", () => {
    const lexical = ["c", "a", "d", "b"].map((id) => hit(id, 0.7));
    expect(ids(fuse({ ...BASE, family: "lexical", lexical, vector: undefined }))).toEqual([
      "a",
      "b",
      "c",
      "d",
    ]);
  });

  test("gives an equal score a lower similarity in a larger space", () => {
    const chunkCounts = new Map([
      ["large", 100_000],
      ["small", 500],
    ]);
    const lexical = [hit("a", 0.7, "large"), hit("b", 0.7, "small")];
    const fused = fuse({ family: "lexical", queryTerms: 4, chunkCounts, lexical, vector: undefined });
    expect(ids(fused)).toEqual(["b", "a"]);
  });

  describe("with two models", () => {
    const old: VectorLeg = { hits: [hit("a", 0.25), hit("c", 0.1)], isComplete: true, family: "lexical" };
    const next: VectorLeg = { hits: [hit("b", 0.475)], isComplete: true, family: "semantic" };

    test("scales each cosine by its model's family", () => {
      const fused = fuseLegs({ ...BASE, lexical: undefined, vectors: [old, next] });
      expect(ids(fused)).toEqual(["a", "b", "c"]);
      expect(fused[0]?.similarity).toBeCloseTo(read((0.25 / 0.35) ** 2), 12);
      expect(fused[1]?.similarity).toBeCloseTo(read(0.5), 12);
    });

    test("uses the smaller vector weight for all documents", () => {
      const lexical = [hit("a", 0.6), hit("b", 0.6), hit("z", 0.6)];
      const fused = fuseLegs({ ...BASE, lexical, vectors: [old, next] });
      const similarities = new Map(fused.map((found) => [found.id, found.similarity]));
      for (const id of ["a", "b"]) expect(similarities.get(id)).toBeCloseTo(read(0.9 * 0.6 + 0.1 * 0.5), 12);
      expect(similarities.get("z")).toBeCloseTo(read(0.9 * 0.6), 12);
    });

    test("returns a chunk found by both once, with the later leg's score", () => {
      const both = { ...next, hits: [hit("a", 0.75)] };
      const fused = fuseLegs({ ...BASE, lexical: undefined, vectors: [old, both] });
      expect(ids(fused)).toEqual(["a", "c"]);
      expect(fused[0]?.vector).toBe(0.75);
    });
  });
});

describe("a space's weight override", () => {
  const legs: Legs = {
    lexical: [hit("a", 0.9), hit("b", 0.3), hit("x", 0.9, "t"), hit("y", 0.3, "t")],
    vectors: [
      {
        hits: [hit("b", 0.7), hit("y", 0.7, "t"), hit("a", 0.3), hit("x", 0.3, "t")],
        isComplete: true,
        family: "lexical",
      },
    ],
    queryTerms: 4,
    chunkCounts: new Map([
      ["s", 500],
      ["t", 500],
    ]),
  };
  const bySpace = (fused: readonly FusedHit[]) =>
    ["s", "t"].map((space) => ids(fused.filter(({ spaceId }) => spaceId === space)));

  test("affects only hits of that space", () => {
    expect(bySpace(fuseLegs(legs))).toEqual([
      ["a", "b"],
      ["x", "y"],
    ]);
    const fused = fuseLegs({ ...legs, vectorWeights: new Map([["t", 0.9]]) });
    expect(bySpace(fused)).toEqual([
      ["a", "b"],
      ["y", "x"],
    ]);
    const plain = fuseLegs(legs);
    for (const id of ["a", "b"])
      expect(fused.find((found) => found.id === id)).toEqual(plain.find((found) => found.id === id));
  });

  test("changes nothing if it equals the default", () => {
    const own = new Map([
      ["s", defaultVectorWeight(legs.vectors)],
      ["t", 0.1],
    ]);
    expect(fuseLegs({ ...legs, vectorWeights: own })).toEqual(fuseLegs(legs));
  });

  test("of 0 ignores vectors, of 1 ignores words", () => {
    const at = (weight: number) => fuseLegs({ ...legs, vectorWeights: new Map([["s", weight]]) });
    const own = (fused: readonly FusedHit[]) => fused.find(({ id }) => id === "a")?.similarity;
    expect(own(at(0))).toBe(own(fuseLegs({ ...legs, vectors: [] })));
    expect(own(at(1))).toBe(own(fuseLegs({ ...legs, lexical: undefined })));
  });

  test("is ignored if only one leg ran", () => {
    const vectorWeights = new Map([["s", 0.5]]);
    for (const alone of [
      { ...legs, vectors: [] },
      { ...legs, lexical: undefined },
      { ...legs, queryTerms: 0 },
    ])
      expect(fuseLegs({ ...alone, vectorWeights })).toEqual(fuseLegs(alone));
  });
});
