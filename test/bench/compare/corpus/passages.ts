import { seededRandom } from "../../../support/seeded-random.ts";
import type { TextSource } from "./sentences.ts";

const PASSAGE_CHARS = 1000;
const PASSAGES_PER_DOCUMENT = 5;

/** A document to load. */
export interface CorpusDocument {
  readonly number: number;
  readonly filename: string;
  readonly content: string;
}

/** Generates documents of five passages of about a kilobyte: sentences of a collection in random order. */
export function* makeDocuments(sources: readonly TextSource[], seed: number): Generator<CorpusDocument> {
  const random = seededRandom(seed);
  const pick = createPicker(sources, random);
  for (let number = 0; ; number += 1) {
    const { sentences } = pick();
    const passages = Array.from({ length: PASSAGES_PER_DOCUMENT }, () => makePassage(sentences, random));
    yield { number, filename: `document-${number}.txt`, content: passages.join("\n\n") };
  }
}

/** Generates documents of a single passage. */
export function* makeShortDocuments(sources: readonly TextSource[], seed: number): Generator<CorpusDocument> {
  const random = seededRandom(seed);
  const pick = createPicker(sources, random);
  for (let number = 0; ; number += 1)
    yield { number, filename: `short-${number}.txt`, content: makePassage(pick().sentences, random) };
}

/** Yields the first documents of an endless generator. */
export function* take(documents: Iterable<CorpusDocument>, count: number): Generator<CorpusDocument> {
  for (const document of documents) {
    if (document.number >= count) return;
    yield document;
  }
}

function makePassage(sentences: readonly string[], random: () => number): string {
  let passage = "";
  while (passage.length < PASSAGE_CHARS) {
    const sentence = sentences[Math.floor(random() * sentences.length)] as string;
    passage += `${passage === "" ? "" : " "}${sentence}`;
  }
  // Sentences are at most as long as a passage, so a cut leaves about a kilobyte.
  return passage.slice(0, PASSAGE_CHARS + 100).trim();
}

/** Picks sources in proportion to their number of sentences. */
export function createPicker(sources: readonly TextSource[], random: () => number): () => TextSource {
  const ends: number[] = [];
  let total = 0;
  for (const { sentences } of sources) {
    total += sentences.length;
    ends.push(total);
  }
  return () => {
    const place = random() * total;
    return sources[ends.findIndex((end) => place < end)] as TextSource;
  };
}
