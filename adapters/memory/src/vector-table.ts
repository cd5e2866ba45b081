import type { VectorHit, VectorRecord } from "@quarry/core";

/** The vectors of one space and model, in one block of memory. */
export interface VectorTable {
  readonly dimensions: number;
  put(record: VectorRecord): void;
  get(id: string): VectorRecord | undefined;
  remove(id: string): void;
  records(): Iterable<VectorRecord>;
  /** The `topK` records nearest by cosine that pass, by falling score, ties by ascending id. Zero vectors are left out. */
  nearest(vector: Float32Array, topK: number, passes: (record: VectorRecord) => boolean): VectorHit[];
}

/** Vectors are kept in blocks of this many, so that growing never copies what is there. */
const BLOCK = 1024;

/** Creates an empty table of vectors of `dimensions` numbers. */
export function createVectorTable(dimensions: number): VectorTable {
  const blocks: Float32Array[] = [];
  const bySlot: (VectorRecord | undefined)[] = [];
  const slotOf = new Map<string, number>();
  const free: number[] = [];

  const vectorAt = (slot: number): Float32Array => {
    const block = Math.floor(slot / BLOCK);
    blocks[block] ??= new Float32Array(BLOCK * dimensions);
    const start = (slot % BLOCK) * dimensions;
    return blocks[block].subarray(start, start + dimensions);
  };

  return {
    dimensions,

    put(record) {
      const slot = slotOf.get(record.id) ?? free.pop() ?? bySlot.length;
      slotOf.set(record.id, slot);
      const kept = vectorAt(slot);
      normalise(record.vector, kept);
      // The caller's copy is let go; the record's vector is the one in the block.
      bySlot[slot] = { ...record, vector: kept };
    },

    get(id) {
      const slot = slotOf.get(id);
      return slot === undefined ? undefined : bySlot[slot];
    },

    remove(id) {
      const slot = slotOf.get(id);
      if (slot === undefined) return;
      slotOf.delete(id);
      bySlot[slot] = undefined;
      free.push(slot);
    },

    *records() {
      for (const record of bySlot) if (record) yield record;
    },

    nearest(vector, topK, passes) {
      const question = normalise(vector, new Float32Array(dimensions));
      if (isZero(question)) return [];
      const best: VectorHit[] = [];
      for (let slot = 0; slot < bySlot.length; slot += 1) {
        const record = bySlot[slot];
        if (!record) continue;
        // Vectors rounded to 32 bits may be longer than 1 by a hair.
        const score = Math.max(-1, Math.min(1, dot(question, record.vector)));
        const last = best[topK - 1];
        if ((last && !comesBefore(score, record.id, last)) || !passes(record)) continue;
        // At a right angle a record is a match, though a poor one; a zero vector is none.
        if (score === 0 && isZero(record.vector)) continue;
        insert(best, { id: record.id, spaceId: record.spaceId, documentId: record.documentId, score });
        if (best.length > topK) best.pop();
      }
      return best;
    },
  };
}

function isZero(vector: Float32Array): boolean {
  return vector.every((value) => value === 0);
}

function comesBefore(score: number, id: string, hit: VectorHit): boolean {
  return score > hit.score || (score === hit.score && id < hit.id);
}

function insert(best: VectorHit[], hit: VectorHit): void {
  let low = 0;
  let high = best.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = best[middle];
    if (other && comesBefore(hit.score, hit.id, other)) high = middle;
    else low = middle + 1;
  }
  best.splice(low, 0, hit);
}

function normalise(vector: Float32Array, into: Float32Array): Float32Array {
  let sum = 0;
  for (const value of vector) sum += value * value;
  const scale = sum > 0 ? 1 / Math.sqrt(sum) : 0;
  for (let index = 0; index < into.length; index += 1) into[index] = (vector[index] ?? 0) * scale;
  return into;
}

function dot(a: Float32Array, b: Float32Array): number {
  // Four sums at a time keep the processor's pipeline full: about twice as fast as one.
  let [s0, s1, s2, s3] = [0, 0, 0, 0];
  const { length } = a;
  let index = 0;
  for (; index + 3 < length; index += 4) {
    s0 += (a[index] as number) * (b[index] as number);
    s1 += (a[index + 1] as number) * (b[index + 1] as number);
    s2 += (a[index + 2] as number) * (b[index + 2] as number);
    s3 += (a[index + 3] as number) * (b[index + 3] as number);
  }
  for (; index < length; index += 1) s0 += (a[index] as number) * (b[index] as number);
  return s0 + s1 + s2 + s3;
}
