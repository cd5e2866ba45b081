import { seededRandom } from "../../../support/seeded-random.ts";
import { createPicker } from "./passages.ts";
import type { TextSource } from "./sentences.ts";

const KEPT_SHARE = 0.6;
const MAX_WORDS = 12;
const MIN_WORDS = 3;
/** Scripts without spaces: a question is a piece of a sentence. */
const PIECE = { chars: 16, least: 6 } as const;
/** One in this many questions is a collection's own. */
const OWN_EVERY = 4;

/** Makes distinct questions: sentences with words left out, and the collections' own questions among them. */
export function makeQuestions(sources: readonly TextSource[], count: number, seed: number): string[] {
  const random = seededRandom(seed);
  const pick = createPicker(sources, random);
  const own = shuffled(
    sources.flatMap(({ questions }) => questions),
    random,
  );
  const made = new Set<string>();
  for (let tries = 0; made.size < count; tries += 1) {
    if (tries > count * 20) throw new Error(`The text gives only ${made.size} distinct questions.`);
    const next = tries % OWN_EVERY === 0 ? own.pop() : undefined;
    const { sentences } = pick();
    const question =
      next ?? withoutWords(sentences[Math.floor(random() * sentences.length)] as string, random);
    if (question.length >= PIECE.least) made.add(question);
  }
  return [...made];
}

/** Leaves out words, and everything beyond the twelfth. */
export function withoutWords(sentence: string, random: () => number): string {
  const words = sentence.replace(/[.!?؟。！？]+$/u, "").split(" ");
  if (words.length < MIN_WORDS) {
    const start = Math.floor(random() * Math.max(1, sentence.length - PIECE.chars));
    return sentence.slice(start, start + PIECE.chars);
  }
  const start = Math.floor(random() * Math.max(1, words.length - MAX_WORDS));
  const kept = words.slice(start).filter(() => random() < KEPT_SHARE);
  return (kept.length < MIN_WORDS ? words.slice(0, MIN_WORDS) : kept).slice(0, MAX_WORDS).join(" ");
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const result = [...items];
  for (let at = result.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [result[at], result[other]] = [result[other] as Item, result[at] as Item];
  }
  return result;
}
