import { seededRandom } from "../../support/seeded-random.ts";

const MIN_WORDS = 4;
const MAX_WORDS = 12;
/** One in this many questions has a word with a typo. */
const TYPO_EVERY = 5;
/** One in this many questions has a word that no passage contains. */
const UNKNOWN_WORD_EVERY = 8;

/** Creates a question per passage from some of its words, in their order. Some have a typo or an unknown word. */
export function makeQuestions(passages: readonly string[], seed: number): string[] {
  const random = seededRandom(seed);
  const below = (count: number) => Math.floor(random() * count);

  function mistyped(word: string): string {
    const at = 1 + below(Math.max(1, word.length - 1));
    return `${word.slice(0, at)}${"abcdefghijklmnopqrstuvwxyz".charAt(below(26))}${word.slice(at + 1)}`;
  }

  return passages.map((passage, number) => {
    const words = passage.split(/\s+/).filter((word) => word !== "");
    const count = MIN_WORDS + below(MAX_WORDS - MIN_WORDS + 1);
    const places = new Set(Array.from({ length: count }, () => below(words.length)));
    const question = [...places].sort((a, b) => a - b).map((place) => words[place] as string);
    const changed = below(question.length);
    if (number % TYPO_EVERY === 1) question[changed] = mistyped(question[changed] as string);
    if (number % UNKNOWN_WORD_EVERY === 3) question[changed] = `qwx${number}zyv`;
    return question.join(" ");
  });
}
