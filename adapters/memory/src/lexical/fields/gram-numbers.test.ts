import { expect, test } from "bun:test";
import { seededRandom } from "@quarry/core/internal";
import { createGramNumbers } from "./gram-numbers.ts";
import { createVocabulary } from "./vocabulary.ts";

test("numbers grams like a vocabulary of strings, through random additions and removals", () => {
  const random = seededRandom(5);
  const letters = [..."_abcdeé東京ก", "𐌰", "\ud800"];
  const gram = () => {
    const count = 1 + Math.floor(random() * 4);
    const made = Array.from({ length: count }, () => letters[Math.floor(random() * letters.length)]).join("");
    return made.slice(0, 4);
  };
  const grams = createGramNumbers();
  const strings = createVocabulary();
  for (let round = 0; round < 40; round += 1) {
    for (let added = 0; added < 200; added += 1) {
      const term = gram();
      const other = gram();
      expect(grams.find(other) < 0).toBe(strings.find(other) < 0);
      const id = grams.intern(term);
      expect(grams.find(term)).toBe(id);
      strings.intern(term);
    }
    expect(Object.values(grams.terms()).sort()).toEqual(Object.values(strings.terms()).sort());
    const gone = new Set(Object.values(strings.terms()).filter(() => random() < 0.6 || round === 20));
    const [left, right] = [grams.terms(), strings.terms()];
    grams.free((id) => gone.has(left[id] as string));
    strings.free((id) => gone.has(right[id] as string));
    for (const term of gone) expect(grams.find(term)).toBe(-1);
  }
  const terms = grams.terms();
  const restored = createGramNumbers(grams.packed().slice(), (id) => terms[id] === undefined);
  expect(restored.terms()).toEqual(terms);
  expect(restored.limit()).toBe(grams.limit());
});
