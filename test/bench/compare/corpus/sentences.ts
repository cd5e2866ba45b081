import { collectionNames, readCollection } from "../../../eval/collection.ts";
import { seededRandom } from "../../../support/seeded-random.ts";
import { syntheticCorpus } from "../../lexical-corpus.ts";

/** Sentences of one collection, which has one language, and its questions. */
export interface TextSource {
  readonly name: string;
  readonly sentences: readonly string[];
  readonly questions: readonly string[];
}

const SHORTEST = 20;
const LONGEST = 600;
const SYNTHETIC_PASSAGES = 2000;

/** Reads the sentences of all collections. Without collections, as on a clean clone, the words are synthetic. */
export async function readSources(): Promise<TextSource[]> {
  const names = await collectionNames().catch(() => []);
  if (names.length === 0) return [syntheticSource()];
  return Promise.all(
    names.map(async (name) => {
      const { documents, questions } = await readCollection(name);
      const sentences = documents.flatMap(({ text }) => sentencesOf(text));
      return { name, sentences: [...new Set(sentences)], questions: questions.map(({ text }) => text) };
    }),
  );
}

/** Splits text at the ends of sentences. */
export function sentencesOf(text: string): string[] {
  return text
    .replace(/^#+ /gm, "")
    .split(/(?<=[.!?؟]["”)]?)\s+|(?<=[。！？])|\n+/u)
    .map((sentence) => sentence.replace(/\s+/g, " ").trim())
    .filter(({ length }) => length >= SHORTEST && length <= LONGEST);
}

/** Makes sentences of synthetic words. */
export function syntheticSource(): TextSource {
  const corpus = syntheticCorpus(seededRandom(1));
  const sentences = Array.from({ length: SYNTHETIC_PASSAGES }, () => corpus.passage()).flatMap(
    (passage) => passage.match(/(?:\S+ ?){1,20}/g)?.map((words) => `${words.trim()}.`) ?? [],
  );
  return { name: "synthetic", sentences, questions: [] };
}
