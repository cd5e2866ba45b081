import { expect, test } from "bun:test";
import { createTestRandom } from "../test-random.fixture.ts";
import { createDistinctVectors } from "./distinct-vectors.ts";

test("finds the node with an equal vector and no other, while the table grows", () => {
  const random = createTestRandom(1);
  const vectors = Array.from({ length: 3000 }, () => random.vector(3));
  const dead = new Set<number>();
  const distinct = createDistinctVectors(1000, (node) => (dead.has(node) ? undefined : vectors[node]));
  for (let node = 1000; node < 3000; node += 1) {
    expect(distinct.find(vectors[node] as Float32Array)).toBe(-1);
    distinct.add(node, vectors[node] as Float32Array);
  }
  // The nodes that existed before have been entered, too.
  for (const [node, vector] of vectors.entries()) expect(distinct.find(vector.slice())).toBe(node);
  dead.add(7);
  expect(distinct.find(vectors[7] as Float32Array)).toBe(-1);
  expect(distinct.find(Float32Array.of(0, 0, 0))).toBe(-1);
});
