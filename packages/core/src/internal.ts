/**
 * @module
 * What Quarry's own adapters and server share of the core. Not for importing outside this repository: names here
 * change without notice.
 */

export type { Chunk } from "./chunking/chunk.ts";
export { chunkDocument } from "./chunking/chunk-document.ts";
export { type OutlineEntry, outlineOf } from "./chunking/outline.ts";
export { estimateTokens } from "./chunking/sizes/token-estimate.ts";
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
export { containsJson } from "./filter/contains-json.ts";
export { createFilterVerdicts, type FilterVerdicts } from "./filter/filter-verdicts.ts";
export { createIds, type IdKind, idSortedAs, type NewId } from "./ids.ts";
export { createKeyedMutex, type KeyedMutex } from "./keyed-mutex.ts";
export { rectanglesOf } from "./layout/page-rectangles.ts";
export { matchPassage, type PassageMatch } from "./matching/match-passage.ts";
export { type Question, type QuestionUnit, readQuestion } from "./matching/question.ts";
export { type FusedHit, fuse, vectorWeightIn } from "./ranking/fusion/fuse.ts";
export { isotonicSimilarities } from "./ranking/fusion/isotonic-similarities.ts";
export type { Legs, VectorLeg } from "./ranking/fusion/legs.ts";
export {
  areNearDuplicates,
  fingerprintOf,
  type PassageFingerprint,
} from "./ranking/fusion/near-duplicates.ts";
export { defaultVectorWeight, vectorStrength } from "./ranking/fusion/vector-strength.ts";
export { addPostings } from "./ranking/lexical/add-postings.ts";
export { type AskedPairs, createAskedPairs } from "./ranking/lexical/adjacent-pairs.ts";
export { lengthNorm, saturatedFrequency, termShare } from "./ranking/lexical/bm25.ts";
export { fuzzyWords, wordsOneEditApart } from "./ranking/lexical/fuzzy-words.ts";
export {
  CONTEXT_FREQUENCY,
  isPrunedGram,
  MAX_GRAM_CHUNKS,
  RESCORE_DEPTH,
} from "./ranking/lexical/lexical-weights.ts";
export { majorityLanguage } from "./ranking/lexical/majority-language.ts";
export {
  frequencyOf,
  MAX_SLOTS,
  type PackedPostings,
  packPosting,
  slotOf,
} from "./ranking/lexical/packed-postings.ts";
export { pairFactor } from "./ranking/lexical/pair-factor.ts";
export {
  heaviestFirst,
  MAX_FUZZY_WORDS,
  type OrderedTerm,
  type QueryTerms,
  type WeightedTerm,
  weighQuery,
} from "./ranking/lexical/query-terms.ts";
export { mergeSpaces, rescore } from "./ranking/lexical/rescore.ts";
export { createSpaceQuestions, type SpaceQuestions } from "./ranking/lexical/space-questions.ts";
export type { TermStatistics } from "./ranking/lexical/term-statistics.ts";
export { createTopK, type TopK } from "./ranking/lexical/top-k.ts";
export { createWordFilter, type WordFilter } from "./ranking/lexical/word-filter.ts";
export { type RoutedSpace, type RoutingEvidence, routeSpaces } from "./ranking/routing/route-spaces.ts";
export { routingReason } from "./ranking/routing/routing-reason.ts";
export { createSketchQuestion, type SketchQuestion } from "./ranking/routing/sketch-question.ts";
export { createSpaceShortlist } from "./ranking/routing/space-shortlist.ts";
export { createSpaceSketch } from "./ranking/routing/space-sketch.ts";
export { createYieldToEventLoop, SEARCH_SLICE_MS, type YieldToEventLoop } from "./structures/event-loop.ts";
export { createGrowingArray, type GrowingArray } from "./structures/growing-array.ts";
export { createRotatingCache, type RotatingCache } from "./structures/rotating-cache.ts";
export { firstAtLeast, firstIndexWhere } from "./structures/sorted-search.ts";
export { ByteReader, type ByteWriter, createByteWriter } from "./structures/varint.ts";
export {
  type Analysis,
  analyze,
  analyzeRuns,
  joinRuns,
  type RunHashes,
  type RunNumbers,
  type TermRun,
} from "./text/analyze.ts";
export { analyzeQuestion, type QuestionAnalysis } from "./text/analyze-question.ts";
export { graphemesOf } from "./text/characters/graphemes.ts";
export { storableLine, storableText } from "./text/characters/storable-text.ts";
export { GRAM_CELLS, gramOf, highOf, lowOf, packGrams } from "./text/gram-keys.ts";
export type { Language } from "./text/languages/language.ts";
export { locateTerms } from "./text/locate/locate-terms.ts";
export { analyzeAndKeep, forgetAnalyses, takeAnalysis } from "./text/shared-analysis.ts";
