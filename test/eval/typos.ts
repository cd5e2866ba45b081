import { seededRandom } from "../support/seeded-random.ts";
import type { Collection } from "./collection.ts";

const TYPO_SHARE = 0.3;
const MIN_LETTERS = 5;
/** Excludes scripts without spaces, where a run of letters is not a word. */
const WORD =
  /[\p{L}--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]]\p{M}*(?:[\p{L}--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]]\p{M}*)*/gv;

/** False for a collection in a script without spaces, which `createTypist` hardly changes. */
export function isTypedInWords({ questions }: Pick<Collection, "questions">): boolean {
  const typed = questions.filter(({ text }) =>
    text.match(WORD)?.some((word) => [...word].length >= MIN_LETTERS),
  );
  return typed.length * 2 > questions.length;
}

/**
 * Creates a function that adds typos to questions: one edit in 30 % of the words with more than four letters. An edit
 * randomly deletes a letter, doubles it, swaps it with the next, or replaces it with another letter of the question. The
 * same seed makes the same typos.
 */
export function createTypist(seed: number): (question: string) => string {
  const random = seededRandom(seed);
  const below = (bound: number) => Math.floor(random() * bound);
  return (question) => {
    const letters = [...question.toLowerCase()].filter((letter) => /\p{L}/u.test(letter));
    return question.replace(WORD, (word) => {
      const characters = [...word];
      if (characters.length < MIN_LETTERS || random() >= TYPO_SHARE) return word;
      const edit = below(4);
      const at = below(characters.length - (edit === 2 ? 1 : 0));
      const [here = "", next = ""] = characters.slice(at, at + 2);
      if (edit === 0) characters.splice(at, 1);
      else if (edit === 1) characters.splice(at, 0, here);
      else if (edit === 2) characters.splice(at, 2, next, here);
      else characters[at] = letters[below(letters.length)] ?? here;
      return characters.join("");
    });
  };
}
