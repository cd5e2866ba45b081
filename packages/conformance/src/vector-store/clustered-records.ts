import type { VectorRecord } from "@quarry/core";
import type { Session } from "./session.ts";

/** Records whose vectors lie in clusters, as texts on some subjects do, and questions about the same subjects. */
export interface ClusteredRecords {
  readonly records: readonly VectorRecord[];
  /** Spaces that they are in. */
  readonly spaceIds: readonly string[];
  /** A question about a random subject. */
  question(): Float32Array;
}

/**
 * Makes records with metadata `rank` (0 to count - 1, at random) and `subject` (its cluster).
 * Five records make a document; there are four spaces.
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
