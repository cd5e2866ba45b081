import {
  analyzeQuestion,
  defaultVectorWeight,
  mean,
  ndcg,
  type QuestionAnalysis,
  vectorStrength,
} from "@quarry/core/internal";
import { createBuiltinEmbedder } from "@quarry/embedders";
import type { Collection } from "../collection.ts";
import type { EvalOptions } from "../options.ts";
import { Progress } from "../progress.ts";
import { createTypist, isTypedInWords } from "../typos.ts";
import { labDocuments } from "./lab-documents.ts";
import { createLabIndex, type LabIndex } from "./lab-index.ts";

/** The parts of a ranking. */
const PARTS = {
  stems: "stemming",
  joined: "joined forms of compounds",
  context: "title, headings and file name",
  words: "word matches",
  grams: "4-gram matches",
  weakFunctionWords: "low weight of function words",
  fuzzy: "fuzzy words",
  neighbours: "adjacent words",
  vectors: "vectors (builtin embedder)",
} as const;
type Part = keyof typeof PARTS;
type Parts = Readonly<Record<Part, boolean>>;

const ALL = Object.fromEntries(Object.keys(PARTS).map((part) => [part, true])) as Record<Part, boolean>;
const TYPO_SEED = 1;

/** nDCG@10 of a ranking by collection. */
export interface Ablation {
  readonly name: string;
  readonly clean: ReadonlyMap<string, number>;
  /** With typos; without collections in scripts without spaces. */
  readonly typos: ReadonlyMap<string, number>;
}

/** Ranks in this process, without a server: with all parts, then without each of them. */
export async function evaluateAblations(
  collections: readonly Collection[],
  options: EvalOptions,
): Promise<Ablation[]> {
  const variants = [
    { name: "all parts", parts: ALL },
    ...(Object.keys(PARTS) as Part[]).map((part) => ({
      name: `without ${PARTS[part]}`,
      parts: { ...ALL, [part]: false },
    })),
  ];
  const found = variants.map(({ name }) => ({
    name,
    clean: new Map<string, number>(),
    typos: new Map<string, number>(),
  }));
  const progress = new Progress("ablations: rankings", variants.length * collections.length);
  for (const collection of collections) {
    const lab = await createLab(collection, options.queries);
    for (const [at, { parts }] of variants.entries()) {
      found[at]?.clean.set(collection.name, lab(parts, false));
      if (isTypedInWords(collection)) found[at]?.typos.set(collection.name, lab(parts, true));
      progress.advance(1);
      // Yields to the terminal and signal handlers.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  progress.end();
  return found;
}

/** Indexes a collection. Returns a function that computes the mean nDCG@10 of a ranking with some parts. */
async function createLab(collection: Collection, questionCount: number | undefined) {
  const documents = await labDocuments(collection);
  const embedder = createBuiltinEmbedder();
  const texts = documents.flatMap(({ chunks }) => chunks.map(({ embeddingText }) => embeddingText));
  const vectors = await embedder.embed(texts, "document");
  const questions = collection.questions.slice(0, questionCount);
  const type = createTypist(TYPO_SEED);
  const queries = {
    clean: questions.map(({ text }) => text),
    typos: questions.map(({ text }) => type(text)),
  };
  const queryVectors = {
    clean: await embedder.embed(queries.clean, "query"),
    typos: await embedder.embed(queries.typos, "query"),
  };
  const indexes = new Map<string, LabIndex>();
  const indexOf = ({ stems, joined, context }: Parts) => {
    const key = JSON.stringify([stems, joined, context]);
    const index = indexes.get(key) ?? createLabIndex(documents, { stems, joined, context });
    indexes.set(key, index);
    return index;
  };

  return (parts: Parts, withTypos: boolean): number => {
    const index = indexOf(parts);
    const kind = withTypos ? "typos" : "clean";
    const scores = questions.map(({ id }, at) => {
      const analysis = withParts(analyzeQuestion(queries[kind][at] ?? "", index.language), parts);
      const strengths = index.search(analysis, parts);
      if (parts.vectors) addVectors(strengths, vectors, queryVectors[kind][at] ?? new Float32Array());
      const ranked = [...strengths].sort(([a, x], [b, y]) => y - x || a - b);
      const ids = ranked.map(([slot]) => documents[index.documentOf[slot] ?? 0]?.id ?? "");
      return ndcg([...new Set(ids)], collection.judgements.get(id) ?? new Map(), 10);
    });
    return mean(scores);
  };
}

function withParts(question: QuestionAnalysis, parts: Parts): QuestionAnalysis {
  return {
    ...question,
    sequence: parts.words ? question.sequence : [],
    joined: parts.words && parts.joined ? question.joined : [],
    grams: parts.grams ? question.grams : [],
    ...(parts.weakFunctionWords
      ? {}
      : { weakWords: new Set<string>(), weakGrams: new Map<string, number>() }),
  };
}

/** Adds the vector scores to the lexical ones, like the fusion for a space whose vectors are all searched. */
function addVectors(
  strengths: Map<number, number>,
  vectors: readonly Float32Array[],
  question: Float32Array,
): void {
  const weight = defaultVectorWeight([{ family: "lexical" }]);
  for (const [slot, vector] of vectors.entries()) {
    let cosine = 0;
    for (let at = 0; at < vector.length; at += 1) cosine += (vector[at] as number) * (question[at] ?? 0);
    const strength = vectorStrength(cosine, "lexical", false);
    strengths.set(slot, (1 - weight) * (strengths.get(slot) ?? 0) + weight * strength);
  }
}

/** Formats a row per ranking: its figures, their mean, and the difference to the ranking with all parts. */
export function ablationTable(ablations: readonly Ablation[]): string {
  const [whole] = ablations;
  const meanOf = (values: ReadonlyMap<string, number> | undefined) => mean([...(values?.values() ?? [])]);
  const difference = (value: number, all: number) => (value === all ? "" : ` (${(value - all).toFixed(4)})`);
  const sets = [...(whole?.clean.keys() ?? [])];
  const lines = ablations.map(({ name, clean, typos }) => {
    const [cleanMean, cleanMeanOfAll] = [meanOf(clean), meanOf(whole?.clean)];
    const [typoMean, typoMeanOfAll] = [meanOf(typos), meanOf(whole?.typos)];
    const cells = [
      name,
      ...sets.map((set) => (clean.get(set) ?? 0).toFixed(4)),
      `${cleanMean.toFixed(4)}${difference(cleanMean, cleanMeanOfAll)}`,
      `${typoMean.toFixed(4)}${difference(typoMean, typoMeanOfAll)}`,
    ];
    return `| ${cells.join(" | ")} |`;
  });
  return [
    `| ranking | ${sets.join(" | ")} | mean | mean with typos |`,
    `|---|${sets.map(() => "---|").join("")}---|---|`,
    ...lines,
  ].join("\n");
}
