/** Vectors whose order by score does not depend on rounding. */
export interface VectorPool {
  /** Returns a vector for a record, often a repeated one with another length. */
  record(): Float32Array;
  question(): Float32Array;
}

const SIZE = 40;
const QUESTIONS = 30;
/** Far above the rounding error of 32-bit sums, about 1e-7. */
const GAP = 1e-5;

/**
 * Engines round differently, so nearly equal scores may come in either order. This pool avoids such scores instead of
 * tolerating both orders. Half of the vectors are small integers whose squares add up to 256: normalized, they are
 * sixteenths, and their products 256ths, which no engine rounds. Different vectors can then have bitwise equal scores,
 * and ids decide. The other half are arbitrary; a query vector is used only if it separates all of them by far more than
 * rounding.
 */
export function createVectorPool(random: () => number, dimensions: number): VectorPool {
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const make = (at: number) =>
    at % 2 === 0 ? wholeVector(random, dimensions) : anyVector(random, dimensions);
  const vectors = Array.from({ length: SIZE }, (_, at) => make(at));
  const questions: Float32Array[] = [];
  for (let at = 0; questions.length < QUESTIONS; at += 1) {
    const question =
      at % 3 === 0 ? pick(vectors).map((value) => -value) : at % 3 === 1 ? pick(vectors) : make(at % 4);
    if (tellsApart(question, vectors)) questions.push(question);
  }
  // Scales by powers of two only: other factors would round.
  const scaled = (vector: Float32Array) => {
    const factor = pick([1, 1, 1, 2, 0.125, 1024]);
    return vector.map((value) => value * factor);
  };
  return {
    record: () => scaled(pick(vectors)),
    question: () => (random() < 0.03 ? new Float32Array(dimensions) : scaled(pick(questions))),
  };
}

/** Returns the cosine in 64 bits; undefined if one is zero or their lengths differ. */
export function cosine(a: Float32Array, b: Float32Array): number | undefined {
  const squares = squaresOf(a) * squaresOf(b);
  return a.length === b.length && squares > 0 ? product(a, b) / Math.sqrt(squares) : undefined;
}

function tellsApart(question: Float32Array, vectors: readonly Float32Array[]): boolean {
  const scores = vectors.map((vector) => cosine(question, vector) ?? 0).sort((a, b) => a - b);
  return scores.every(
    (score, at) => at === 0 || score - (scores[at - 1] as number) > GAP || score === scores[at - 1],
  );
}

function wholeVector(random: () => number, dimensions: number): Float32Array {
  // In this range the squares add up to about 256. Beyond 8, pgvector's text format is not exact.
  const most = Math.min(8, Math.floor(Math.sqrt((3 * 256) / dimensions)));
  for (;;) {
    const number = () => Math.floor(random() * (2 * most + 1)) - most;
    const vector = Float32Array.from({ length: dimensions }, number);
    if (squaresOf(vector) === 256) return vector;
  }
}

function anyVector(random: () => number, dimensions: number): Float32Array {
  return Float32Array.from({ length: dimensions }, () => random() + random() + random() - 1.5);
}

function squaresOf(vector: Float32Array): number {
  return product(vector, vector);
}

function product(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] as number), 0);
}
