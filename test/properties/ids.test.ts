import { describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { createIds, type IdKind } from "@quarry/core/internal";
import fc from "fast-check";

const IS_KIND: Readonly<Record<IdKind, true>> = {
  ...{ space: true, document: true, chunk: true, organization: true, apiKey: true, user: true },
  ...{ auditEntry: true, webhook: true, evaluation: true, evaluationRun: true, request: true },
};
const KINDS = Object.keys(IS_KIND) as IdKind[];
/** Behind a prefix and the time stands what is chance. */
const CHANCE_START = "spc_".length + 9;
const ALPHABET_CHARS = 36;

const anyTime = fc.integer({ min: 0, max: ALPHABET_CHARS ** 9 - 1 });

describe("ids", () => {
  test("at least 80 bits of an id come from the source of chance, each character from a byte of its own", () => {
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
        // One byte another, and just one character is: none is made of the time, the kind or other characters.
        expect(new Set(chances.map((chance) => chance[place])).size).toBe(ALPHABET_CHARS);
        const others = ids.map(
          (id) => id.slice(0, CHANCE_START + place) + id.slice(CHANCE_START + place + 1),
        );
        expect(new Set(others).size).toBe(1);
      }),
    );
  });

  test("of a hundred thousand of one moment, of all kinds, no two hold the same chance", () => {
    const newId = createIds(randomBytes, () => 0);
    const count = 100_000;
    const ids = Array.from({ length: count }, (_, index) => newId(KINDS[index % KINDS.length] ?? "space"));
    expect(new Set(ids.map((id) => id.slice(CHANCE_START))).size).toBe(count);
  });
});
