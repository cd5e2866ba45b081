import type { VectorRecord } from "@quarry/core";
import { seededRandom } from "../../support/seeded-random.ts";
import { MODEL, ORG, SPACES } from "./contender.ts";

const SPREAD = 0.6;
const PER_SUBJECT = 100;
const PER_DOCUMENT = 10;

/** Vectors in clusters, like texts about several subjects, and questions about the same subjects. */
export interface BenchData {
  readonly records: readonly VectorRecord[];
  question(): Float32Array;
}

/** Creates `count` records, the same ones for the same count. */
export function makeRecords(count: number, dimensions: number): BenchData {
  const random = seededRandom(count);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const vector = () => Float32Array.from({ length: dimensions }, normal);
  const subjects = Array.from({ length: Math.ceil(count / PER_SUBJECT) }, vector);
  const near = (): Float32Array => {
    const subject = subjects[Math.floor(random() * subjects.length)] ?? vector();
    return subject.map((value) => value + SPREAD * normal());
  };
  const records = Array.from({ length: count }, (_, at): VectorRecord => {
    const document = Math.floor(at / PER_DOCUMENT);
    return {
      id: `chk_${at.toString(36).padStart(8, "0")}`,
      orgId: ORG,
      spaceId: SPACES[document % SPACES.length] ?? "",
      documentId: `doc_${document.toString(36).padStart(8, "0")}`,
      generation: 1,
      model: MODEL,
      vector: near(),
      metadata: { year: 2000 + (document % 25), tags: ["bench", `t${document % 50}`] },
    };
  });
  return { records, question: near };
}

/** Returns the ids of the `topK` nearest records by cosine similarity, by brute force. */
export function exactNearest(records: readonly VectorRecord[], question: Float32Array, topK: number) {
  const scored = records.map(({ id, vector }) => {
    let [dot, norm] = [0, 0];
    for (let at = 0; at < vector.length; at += 1) {
      const value = vector[at] as number;
      dot += value * (question[at] as number);
      norm += value * value;
    }
    return { id, score: dot / Math.sqrt(norm) };
  });
  return new Set(
    scored
      .sort((a, b) => b.score - a.score)
      .slice(0, topK)
      .map(({ id }) => id),
  );
}
