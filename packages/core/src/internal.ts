/**
 * @module
 * What Quarry's own adapters and server share of the core. Not for importing outside this repository: names here
 * change without notice.
 */

export type { Chunk } from "./chunking/chunk.ts";
export { chunkDocument } from "./chunking/chunk-document.ts";
export { type OutlineEntry, outlineOf } from "./chunking/outline.ts";
export { invalidField } from "./errors.ts";
export {
  bootstrapInterval,
  comparePaired,
  type Estimate,
  estimateMean,
  type Interval,
} from "./evaluation/bootstrap.ts";
export { fitVectorWeight, type WeightFit } from "./evaluation/fit-weight.ts";
export { type Judgements, mean, ndcg, percentile, recall, reciprocalRank } from "./evaluation/metrics.ts";
export { seededRandom } from "./evaluation/seeded-random.ts";
export { containsJson } from "./filter.ts";
export { createIds, type IdKind, idSortedAs, type NewId } from "./ids.ts";
export { createKeyedMutex, type KeyedMutex } from "./keyed-mutex.ts";
export { matchPassage, type PassageMatch } from "./matching/match-passage.ts";
export { type Question, type QuestionUnit, readQuestion } from "./matching/question.ts";
export { createPairFactor } from "./ranking/adjacent-pairs.ts";
export { lengthNorm } from "./ranking/bm25.ts";
export { fallingSimilarities } from "./ranking/falling-similarities.ts";
export { type FusedHit, fuse, type Legs, type VectorLeg, vectorWeightIn } from "./ranking/fusion.ts";
export { fuzzyWords, lookAlikes } from "./ranking/fuzzy-words.ts";
export { CONTEXT_FREQUENCY, isPrunedGram, RESCORED } from "./ranking/lexical-weights.ts";
export { majorityLanguage } from "./ranking/majority-language.ts";
export { areNearDuplicates, type PassageShape, shapeOf } from "./ranking/near-duplicates.ts";
export {
  frequencyOf,
  MAX_SLOTS,
  type PackedPostings,
  packPosting,
  slotOf,
} from "./ranking/packed-postings.ts";
export { pairFactor } from "./ranking/pair-factor.ts";
export {
  MAX_GUESSED_WORDS,
  type QueryTerms,
  type TermStatistics,
  type WeightedTerm,
  weighQuery,
} from "./ranking/query-terms.ts";
export { mergeSpaces, rescore } from "./ranking/rescore.ts";
export { type RoutedSpace, type RoutingEvidence, routeSpaces } from "./ranking/routing.ts";
export { routingReason } from "./ranking/routing-reason.ts";
export { addPostings } from "./ranking/score-sheet.ts";
export { createSketchQuestion, type SketchQuestion } from "./ranking/sketch-question.ts";
export { createSpaceShortlist } from "./ranking/space-shortlist.ts";
export { createSpaceSketch } from "./ranking/space-sketch.ts";
export { createTopSlots } from "./ranking/top-slots.ts";
export { standardVectorWeight, vectorStrength } from "./ranking/vector-strength.ts";
export { type Analysis, analyze } from "./text/analyze.ts";
export { analyzeQuestion, type QuestionAnalysis } from "./text/analyze-question.ts";
export { graphemesOf } from "./text/graphemes.ts";
export type { Language } from "./text/language.ts";
export { locateTerms } from "./text/locate-terms.ts";
