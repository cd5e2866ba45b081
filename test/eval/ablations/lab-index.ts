import {
  type Analysis,
  addPostings,
  analyze,
  CONTEXT_FREQUENCY,
  createAskedPairs,
  type Language,
  lengthNorm,
  majorityLanguage,
  type PackedPostings,
  packPosting,
  type QuestionAnalysis,
  rescore,
  weighQuery,
} from "@quarry/core/internal";
import { documentLanguage } from "@quarry/core/internal/language";
import type { LabDocument } from "./lab-documents.ts";

/** An index built from the parts of the server's index. Each part can be disabled. */
export interface LabIndex {
  readonly language: Language;
  readonly documentOf: readonly number[];
  /** Returns the scores of all chunks that share a term with the question. */
  search(question: QuestionAnalysis, parts: { neighbours: boolean; fuzzy: boolean }): Map<number, number>;
}

/** The enabled parts of an index. */
export interface LabParts {
  readonly stems: boolean;
  readonly joined: boolean;
  readonly context: boolean;
}

const MAX_TERMS = 2 ** 26;

/** Indexes the chunks of all documents. */
export function createLabIndex(documents: readonly LabDocument[], parts: LabParts): LabIndex {
  const words = createTermIndex();
  const grams = createTermIndex();
  const numbers = new Map<string, number>();
  const sequences: number[][] = [];
  const documentOf: number[] = [];
  const languages = new Map<Language, number>();
  const numberOf = (term: string) => {
    const number = numbers.get(term) ?? numbers.size;
    if (number >= MAX_TERMS) throw new Error(`The collection has more than ${MAX_TERMS} different words.`);
    numbers.set(term, number);
    return number;
  };

  for (const [at, { chunks }] of documents.entries()) {
    const language = documentLanguage(chunks);
    languages.set(language, (languages.get(language) ?? 0) + chunks.length);
    const stems = parts.stems ? language : "und";
    for (const chunk of chunks) {
      const text = analyze(chunk.text, stems);
      const context = parts.context ? analyze(chunk.context, stems) : EMPTY;
      const wordsOf = ({ sequence, joined }: Analysis) =>
        parts.joined ? [...sequence, ...joined] : sequence;
      words.add([wordsOf(text), ...Array.from({ length: CONTEXT_FREQUENCY }, () => wordsOf(context))]);
      words.shorten(wordsOf(context).length * (CONTEXT_FREQUENCY - 1));
      grams.add([text.grams]);
      sequences.push([...text.sequence.map(numberOf), -1, ...context.sequence.map(numberOf)]);
      documentOf.push(at);
    }
  }

  return {
    language: parts.stems ? majorityLanguage(languages) : "und",
    documentOf,
    search(question, { neighbours, fuzzy }) {
      const ownWords = new Set([...question.sequence, ...question.joined]);
      const terms = weighQuery(question, {
        chunks: documentOf.length,
        // Without fuzzy matching, only the question's own words exist.
        wordFrequency: (term) => (fuzzy || ownWords.has(term) ? words.frequency(term) : 0),
        gramFrequency: grams.frequency,
      });
      const sums = new Float64Array(documentOf.length);
      for (const { term, weight } of terms.words) words.score(sums, term, weight);
      for (const { term, weight } of terms.grams) grams.score(sums, term, weight);
      const found = [...sums]
        .map((score, slot) => ({ id: String(slot).padStart(8, "0"), slot, score }))
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score || a.slot - b.slot);
      if (!neighbours) return new Map(found.map(({ slot, score }) => [slot, score]));
      const sequence = terms.sequence.map((term) => (term === undefined ? -1 : (numbers.get(term) ?? -1)));
      const pairs = createAskedPairs(sequence);
      // By rank, because rescoring sorts.
      const sequenceOf = found.map(({ slot }) => sequences[slot] ?? []);
      rescore(
        found,
        (rank) => pairs.factorOf(sequenceOf[rank] ?? []),
        (left, right) => (left.id < right.id ? -1 : 1),
      );
      return new Map(found.map(({ slot, score }) => [slot, score]));
    },
  };
}

const EMPTY: Analysis = { sequence: [], joined: [], grams: [] };

/** Creates an inverted index of one type of terms, scored by BM25. */
function createTermIndex() {
  const postings = new Map<string, number[]>();
  const packed = new Map<string, PackedPostings>();
  const lengths: number[] = [];
  let cells: Uint32Array | undefined;
  let total = 0;
  return {
    add(lists: readonly (readonly string[])[]) {
      const counts = new Map<string, number>();
      for (const list of lists) for (const term of list) counts.set(term, (counts.get(term) ?? 0) + 1);
      const length = lists.reduce((sum, list) => sum + list.length, 0);
      for (const [term, count] of counts) {
        const own = postings.get(term) ?? [];
        own.push(packPosting(lengths.length, count));
        postings.set(term, own);
      }
      lengths.push(length);
      total += length;
    },
    /** Subtracts repeated terms, which only increase the weight, from the length of the last chunk. */
    shorten(by: number) {
      lengths[lengths.length - 1] = (lengths.at(-1) ?? 0) - by;
      total -= by;
    },
    frequency: (term: string) => postings.get(term)?.length ?? 0,
    score(sums: Float64Array, term: string, weight: number) {
      const own = postings.get(term) ?? [];
      const list = packed.get(term) ?? { buffer: Uint32Array.from(own), count: own.length };
      packed.set(term, list);
      cells ??= Uint32Array.from(lengths);
      addPostings(sums, list, cells, lengthNorm(total / lengths.length), weight);
    },
  };
}
