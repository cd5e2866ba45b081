/**
 * @module
 * Test suites that check whether an adapter fulfills its port's contract. They have no test runner of their own: pass
 * yours in, or `nodeRunner` for `node:test`.
 */

export type { BlobStoreFactory, BlobStoreOptions, BlobStoreSubject } from "./blob-store/subject.ts";
export { blobStoreSuite } from "./blob-store/suite.ts";
export { type EmbedderFactory, type EmbedderOptions, embedderSuite } from "./embedder/suite.ts";
export type {
  LexicalIndexFactory,
  LexicalIndexOptions,
  LexicalIndexSubject,
} from "./lexical-index/subject.ts";
export { lexicalIndexSuite } from "./lexical-index/suite.ts";
export { type NodeTools, nodeRunner } from "./node-runner.ts";
export { type ParserFactory, type ParserOptions, type ParserSample, parserSuite } from "./parser/suite.ts";
export { type RerankerFactory, type RerankerOptions, rerankerSuite } from "./reranker/suite.ts";
export type { Expectation, Runner } from "./runner.ts";
export { batchGroup } from "./vector-store/groups/batches.ts";
export { containmentGroup } from "./vector-store/groups/containment.ts";
export { deletionGroup } from "./vector-store/groups/deletion.ts";
export { durabilityGroup } from "./vector-store/groups/durability.ts";
export { growthGroup } from "./vector-store/groups/growth.ts";
export { operatorGroup } from "./vector-store/groups/operators.ts";
export { outageGroup } from "./vector-store/groups/outages.ts";
export { rankingGroup } from "./vector-store/groups/ranking.ts";
export { scaleGroup } from "./vector-store/groups/scale.ts";
export { scanGroup } from "./vector-store/groups/scan.ts";
export { scopeGroup } from "./vector-store/groups/scopes.ts";
export { scoreGroup } from "./vector-store/groups/scores.ts";
export { upsertGroup } from "./vector-store/groups/upserts.ts";
export { vectorGroup } from "./vector-store/groups/vectors.ts";
export { writerGroup } from "./vector-store/groups/writers.ts";
export type {
  VectorStoreFactory,
  VectorStoreOptions,
  VectorStoreSubject,
} from "./vector-store/subject.ts";
export { vectorStoreSuite } from "./vector-store/suite.ts";
export type { VectorStoreGroup } from "./vector-store/test-group.ts";
