import { fuse, type Legs } from "@quarry/core/internal";
import { wholeScope } from "../../../server/src/platform/access/tenant-scope.ts";
import { hydrate } from "../../../server/src/retrieve/hydrate/hydrate.ts";
import { embedOne, type FilledSpace } from "./filled-space.ts";

const TOP_K = 10;
const DEPTH = 100;

/** The parts of a hybrid query, in order. */
export const PARTS = ["spaces", "embedding", "words", "vectors", "fusion", "hydration"] as const;

/** Milliseconds of each part. */
export type PartTimes = Record<(typeof PARTS)[number], number>;

/** Runs the parts of a hybrid query sequentially and returns the duration of each. */
export async function timeParts(space: FilledSpace, question: string): Promise<PartTimes> {
  const { live, orgId, spaceId, lexical, vectors, embedder } = space;
  const times: PartTimes = { spaces: 0, embedding: 0, words: 0, vectors: 0, fusion: 0, hydration: 0 };
  async function timed<Result>(part: keyof PartTimes, work: () => Result | Promise<Result>): Promise<Result> {
    const start = performance.now();
    const result = await work();
    times[part] = performance.now() - start;
    return result;
  }
  const scope = { orgId, spaceIds: [spaceId] };
  await timed("spaces", () => live.spaces(wholeScope(orgId, "enterprise"), [spaceId]));
  const vector = await timed("embedding", () => embedOne(embedder, question));
  const words = await timed("words", () => lexical.search(scope, question, DEPTH));
  const { model, family } = embedder;
  const ids = words.hits.map(({ id }) => id);
  const scores = await timed("vectors", () => vectors.scores?.({ scope, model, vector, ids }) ?? new Map());
  const scored = words.hits.flatMap((hit) => {
    const score = scores.get(hit.id);
    return score === undefined ? [] : [{ ...hit, score }];
  });
  const legs: Legs = {
    lexical: words.hits,
    vectors: [{ hits: scored, isComplete: true, family }],
    queryTerms: words.queryTerms,
    chunkCounts: words.chunkCounts,
  };
  const hits = await timed("fusion", () => fuse(legs));
  const page = { topK: TOP_K, candidates: 0, maxPerDocument: TOP_K, filter: undefined };
  await timed("hydration", () => hydrate(live, orgId, hits, page));
  return times;
}
