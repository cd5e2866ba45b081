import { LRUCache } from "lru-cache";

/** A chunk's vector in 16 bits: half the memory, and a cosine is the same to five digits. */
interface KeptVector {
  readonly cells: Int16Array;
  /** The length of `cells` as a vector; 0 for a zero vector. */
  readonly length: number;
}

/**
 * The vectors that questions were compared with last, by organization, model and chunk. They stay right: a chunk keeps its id
 * only while its text is the same, and a text is embedded once per model. Whether a chunk is still live is checked later.
 */
export interface KeptVectors {
  /** Compares with a chunk's vector; undefined when it is not kept, null when it has no cosine with the question. */
  score(orgId: string, model: string, chunkId: string, question: ComparedQuestion): number | null | undefined;
  keep(orgId: string, model: string, chunkId: string, vector: Float32Array): void;
}

/** A question's vector with its length. */
export interface ComparedQuestion {
  readonly vector: Float32Array;
  readonly length: number;
}

const MOST = 32_767;
/** Key and objects of an entry. */
const ENTRY_BYTES = 350;

/** Creates the cache. @param maxBytes Limit of its memory. */
export function createKeptVectors(maxBytes: number): KeptVectors {
  const cache = new LRUCache<string, KeptVector>({
    maxSize: maxBytes,
    sizeCalculation: ({ cells }) => ENTRY_BYTES + cells.byteLength,
  });
  const keyOf = (orgId: string, model: string, chunkId: string) => `${chunkId} ${orgId} ${model}`;
  return {
    score(orgId, model, chunkId, question) {
      const kept = cache.get(keyOf(orgId, model, chunkId));
      return kept && cosine(question, kept);
    },
    keep: (orgId, model, chunkId, vector) => void cache.set(keyOf(orgId, model, chunkId), pack(vector)),
  };
}

/** Measures a question's vector. */
export function comparedQuestion(vector: Float32Array): ComparedQuestion {
  return { vector, length: lengthOf(vector) };
}

function cosine(question: ComparedQuestion, { cells, length }: KeptVector): number | null {
  const { vector } = question;
  if (vector.length !== cells.length || length === 0 || question.length === 0) return null;
  let product = 0;
  for (let at = 0; at < cells.length; at += 1) product += (vector[at] as number) * (cells[at] as number);
  return Math.max(-1, Math.min(1, product / (question.length * length)));
}

function pack(vector: Float32Array): KeptVector {
  let highest = 0;
  for (const value of vector) highest = Math.max(highest, Math.abs(value));
  const cells = new Int16Array(vector.length);
  if (highest > 0)
    for (let at = 0; at < cells.length; at += 1)
      cells[at] = Math.round(((vector[at] as number) / highest) * MOST);
  return { cells, length: lengthOf(cells) };
}

function lengthOf(cells: Float32Array | Int16Array): number {
  let squares = 0;
  for (const value of cells) squares += value * value;
  return Math.sqrt(squares);
}
