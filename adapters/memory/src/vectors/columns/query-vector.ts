import { normalise } from "./vector-arithmetic.ts";
import type { VectorNumbers } from "./vector-encoding.ts";

/** A query vector of length 1. */
export interface QueryVector {
  readonly numbers: Float64Array;
  /** Where its numbers other than 0 are, when they are few, and these numbers. */
  readonly sparse: { readonly places: Uint32Array; readonly values: Float64Array } | undefined;
}

/** Above this share of numbers that are not 0, reading all of them is faster. */
const SPARSE = 0.5;

/** Prepares a vector for comparisons; undefined for a zero vector. */
export function createQueryVector(vector: Float32Array): QueryVector | undefined {
  const numbers = new Float64Array(vector.length);
  if (!normalise(vector, numbers)) return undefined;
  let count = 0;
  for (let at = 0; at < numbers.length; at += 1) if (numbers[at] !== 0) count += 1;
  if (count > numbers.length * SPARSE) return { numbers, sparse: undefined };
  // Hashed words: a question of ten words has few numbers other than 0.
  const [places, values] = [new Uint32Array(count), new Float64Array(count)];
  let next = 0;
  for (let at = 0; at < numbers.length; at += 1)
    if (numbers[at] !== 0) {
      places[next] = at;
      values[next] = numbers[at] as number;
      next += 1;
    }
  return { numbers, sparse: { places, values } };
}

/** Inner product with the numbers of a stored vector, which begins at `start`. */
export function dotAt(stored: VectorNumbers, start: number, { numbers, sparse }: QueryVector): number {
  return sparse
    ? sparseDotAt(stored, start, sparse.places, sparse.values)
    : wholeDotAt(stored, start, numbers);
}

function sparseDotAt(
  stored: VectorNumbers,
  start: number,
  places: Uint32Array,
  values: Float64Array,
): number {
  let s0 = 0;
  let s1 = 0;
  const last = places.length - 1;
  let index = 0;
  for (; index < last; index += 2) {
    s0 += (stored[start + (places[index] as number)] as number) * (values[index] as number);
    s1 += (stored[start + (places[index + 1] as number)] as number) * (values[index + 1] as number);
  }
  if (index === last) s0 += (stored[start + (places[index] as number)] as number) * (values[index] as number);
  return s0 + s1;
}

/** Inner product of a whole query vector and the numbers of `block` from `start` on. */
function wholeDotAt(block: VectorNumbers, start: number, question: Float64Array): number {
  // Four sums keep the processor's pipeline full, and plain variables keep them in registers; each was measured to
  // double the speed.
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  const { length } = question;
  let at = start;
  let index = 0;
  for (const end = length - 3; index < end; index += 4, at += 4) {
    s0 += (block[at] as number) * (question[index] as number);
    s1 += (block[at + 1] as number) * (question[index + 1] as number);
    s2 += (block[at + 2] as number) * (question[index + 2] as number);
    s3 += (block[at + 3] as number) * (question[index + 3] as number);
  }
  for (; index < length; index += 1, at += 1) s0 += (block[at] as number) * (question[index] as number);
  return s0 + s1 + s2 + s3;
}
