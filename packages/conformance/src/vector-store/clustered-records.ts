import type { VectorRecord } from "@quarry/core";
import type { Session } from "./session.ts";

/** Records with clustered vectors, like texts on a few subjects, and queries near the same clusters. */
export interface ClusteredRecords {
  readonly records: readonly VectorRecord[];
  /** Spaces of the records. */
  readonly spaceIds: readonly string[];
  /** Returns a query vector near a random cluster. */
  question(): Float32Array;
}

/**
 * Creates records with metadata `rank` (a permutation of 0 to count - 1) and `subject` (the cluster). A document has five
 * records; there are four spaces.
 */
export function clusteredRecords({ settings, random, record }: Session, count: number): ClusteredRecords {
  const { dimensions } = settings;
  const centres = Array.from({ length: Math.ceil(count / 100) }, () => random.vector(dimensions));
  const near = (centre: Float32Array) => {
    const noise = random.vector(dimensions);
    return centre.map((value, at) => value + 0.6 * (noise[at] as number));
  };
  const ranks = random.shuffled(Array.from({ length: count }, (_, at) => at));
  const records = ranks.map((rank, at) => {
    const subject = random.below(centres.length);
    const document = Math.floor(at / 5);
    return record({
      spaceId: `spc_${document % 4}`,
      documentId: `doc_${document}`,
      vector: near(centres[subject] as Float32Array),
      metadata: { rank, subject },
    });
  });
  return {
    records,
    spaceIds: ["spc_0", "spc_1", "spc_2", "spc_3"],
    question: () => near(random.pick(centres)),
  };
}
