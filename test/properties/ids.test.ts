import { describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { createIds, type IdKind } from "@quarry/core/internal";
import fc from "fast-check";

const IS_KIND: Readonly<Record<IdKind, true>> = {
  ...{ space: true, document: true, chunk: true, organization: true, apiKey: true, user: true },
  ...{ fileBatch: true, question: true, bulkOperation: true },
  ...{ auditEntry: true, webhook: true, evaluation: true, evaluationRun: true, request: true, file: true },
};
const KINDS = Object.keys(IS_KIND) as IdKind[];
/** Returns the random part of an id, after the prefix and the time. */
const CHANCE_START = "spc_".length + 9;
const ALPHABET_CHARS = 36;

const anyTime = fc.integer({ min: 0, max: ALPHABET_CHARS ** 9 - 1 });

describe("ids", () => {
  test("have at least 80 random bits, each character from its own byte", () => {
    fc.assert(
      fc.property(fc.constantFrom(...KINDS), anyTime, fc.nat({ max: 15 }), (kind, now, place) => {
        const idOf = (byte: number) =>
          createIds(
            (count) => Uint8Array.from({ length: count }, (_, index) => (index === place ? byte : 7)),
            () => now,
          )(kind);
        const ids = Array.from({ length: ALPHABET_CHARS }, (_, byte) => idOf(byte));
        const chances = ids.map((id) => id.slice(CHANCE_START));
        for (const chance of chances)
          expect(chance.length * Math.log2(ALPHABET_CHARS)).toBeGreaterThanOrEqual(80);
        // Changing one byte changes one character: none depends on the time, the kind or other characters.
        expect(new Set(chances.map((chance) => chance[place])).size).toBe(ALPHABET_CHARS);
        const others = ids.map(
          (id) => id.slice(0, CHANCE_START + place) + id.slice(CHANCE_START + place + 1),
        );
        expect(new Set(others).size).toBe(1);
      }),
    );
  });

  test("have different random parts in 100,000 ids of the same millisecond", () => {
    const newId = createIds(randomBytes, () => 0);
    const count = 100_000;
    const ids = Array.from({ length: count }, (_, index) => newId(KINDS[index % KINDS.length] ?? "space"));
    expect(new Set(ids.map((id) => id.slice(CHANCE_START))).size).toBe(count);
  });
});
