import { expect, test } from "bun:test";
import { characterErrorRate } from "./files/edit-distance.ts";
import { createTypist } from "./typos.ts";

const QUESTION = "which wooden boats crossed the stormy northern channel in winter";

test("changes about 30 % of the words with more than four letters by one edit", () => {
  const type = createTypist(3);
  let [long, changed] = [0, 0];
  for (let round = 0; round < 300; round += 1) {
    const words = type(QUESTION).split(" ");
    for (const [at, word] of QUESTION.split(" ").entries()) {
      const typed = words[at] ?? "";
      if (word.length < 5) {
        expect(typed).toBe(word);
        continue;
      }
      long += 1;
      if (typed === word) continue;
      changed += 1;
      // This metric counts two swapped letters as two edits.
      expect(characterErrorRate(word, typed) * word.length).toBeLessThanOrEqual(2);
    }
  }
  // Some letters are replaced by, or swapped with, the same letter.
  expect(changed / long).toBeGreaterThan(0.24);
  expect(changed / long).toBeLessThan(0.33);
});

test("makes the same typos for the same seed, and none in scripts without spaces", () => {
  expect(createTypist(5)(QUESTION)).toBe(createTypist(5)(QUESTION));
  expect(createTypist(5)(QUESTION)).not.toBe(createTypist(6)(QUESTION));
  for (const plain of ["1984, 2001 (7)", "冬天木船穿越北方的海峡", "a b c of the sea"])
    expect(createTypist(1)(plain)).toBe(plain);
});
