import { expect, test } from "bun:test";
import { createAskedPairs, seededRandom } from "@quarry/core/internal";
import { encodeChunk, pairFactorOf, readDistinct, readGrams } from "./forward-record.ts";
import { createPairFinder } from "./pair-finder.ts";
import { createRecordPool } from "./record-pool.ts";

// Words from 65,535 on take three cells of a record.
const WORDS = [0, 1, 2, 3, 4095, 4096, 4097, 65_534, 65_535, 65_536, 65_537, 131_071, 131_072, 2 ** 26 - 1];

test("a record returns what was encoded, and the same pair factors as its words", () => {
  const random = seededRandom(9);
  const below = (count: number) => Math.floor(random() * count);
  const list = (most: number) =>
    Array.from({ length: below(most) }, () => WORDS[below(WORDS.length)] as number);
  const chunks = Array.from({ length: 400 }, (_, number) => {
    const grams = new Set(Array.from({ length: below(30) }, () => below(300_000)));
    return {
      ...{
        sequence: list(number === 200 ? 9000 : 40),
        contextSequence: list(6),
        joined: list(4),
        contextJoined: list(3),
      },
      grams: Uint32Array.from([...grams].sort((a, b) => a - b).flatMap((id) => [id, 1 + below(3)])),
    };
  });
  const pool = createRecordPool();
  for (const { grams, sequence, contextSequence, joined, contextJoined } of chunks)
    pool.add(
      encodeChunk({
        ...{
          grams,
          sequence: Uint32Array.from(sequence),
          contextSequence: Uint32Array.from(contextSequence),
        },
        ...{ joined: Uint32Array.from(joined), contextJoined: Uint32Array.from(contextJoined) },
      }),
    );

  for (const [slot, { grams, ...words }] of chunks.entries()) {
    const [foundWords, foundGrams, pairs] = [new Set<number>(), [] as number[], [] as number[]];
    readDistinct(
      pool,
      slot,
      (id) => foundWords.add(id),
      (id) => foundGrams.push(id),
    );
    readGrams(pool, slot, (id, frequency) => pairs.push(id, frequency));
    expect(foundWords).toEqual(new Set(Object.values(words).flat()));
    expect(pairs).toEqual([...grams]);
    expect(foundGrams).toEqual([...grams].filter((_, at) => at % 2 === 0));
  }

  let raised = 0;
  for (let question = 0; question < 60; question += 1) {
    const sequence = list(22).map((word) => (random() < 0.1 ? -1 : word));
    const [pairs, expected] = [createPairFinder(sequence), createAskedPairs(sequence)];
    for (const [slot, chunk] of chunks.entries()) {
      const factor = pairFactorOf(pool, slot, pairs);
      expect(factor).toBe(expected.factorOf([...chunk.sequence, -1, ...chunk.contextSequence]));
      if (factor > 1) raised += 1;
    }
  }
  expect(raised).toBeGreaterThan(1000);
});
