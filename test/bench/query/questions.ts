import { seededRandom } from "../../support/seeded-random.ts";

const FEWEST_WORDS = 4;
const MOST_WORDS = 12;
/** Of so many questions one has a word with a typo, and one a word that is nothing like any other. */
const WITH_TYPO = 5;
const WITH_UNKNOWN = 8;

/** Questions of words of a passage each, in its order; some with a word that no passage has. */
export function makeQuestions(passages: readonly string[], seed: number): string[] {
  const random = seededRandom(seed);
  const below = (count: number) => Math.floor(random() * count);

  function mistyped(word: string): string {
    const at = 1 + below(Math.max(1, word.length - 1));
    return `${word.slice(0, at)}${"abcdefghijklmnopqrstuvwxyz".charAt(below(26))}${word.slice(at + 1)}`;
  }

  return passages.map((passage, number) => {
    const words = passage.split(/\s+/).filter((word) => word !== "");
    const count = FEWEST_WORDS + below(MOST_WORDS - FEWEST_WORDS + 1);
    const places = new Set(Array.from({ length: count }, () => below(words.length)));
    const asked = [...places].sort((a, b) => a - b).map((place) => words[place] as string);
    const changed = below(asked.length);
    if (number % WITH_TYPO === 1) asked[changed] = mistyped(asked[changed] as string);
    if (number % WITH_UNKNOWN === 3) asked[changed] = `qwx${number}zyv`;
    return asked.join(" ");
  });
}
