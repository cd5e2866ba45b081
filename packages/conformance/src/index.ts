/**
 * @module
 * Suites that show whether an adapter keeps the promises of its port. They bring no test runner: pass yours in.
 */
export { type EmbedderFactory, type EmbedderOptions, embedderSuite } from "./embedder/suite.ts";
export { type RerankerFactory, type RerankerOptions, rerankerSuite } from "./reranker/suite.ts";
export type { Expectation, Runner } from "./runner.ts";
export { batchGroup } from "./vector-store/batches.ts";
export { containmentGroup } from "./vector-store/containment.ts";
export { deletionGroup } from "./vector-store/deletion.ts";
export { durabilityGroup } from "./vector-store/durability.ts";
export { growthGroup } from "./vector-store/growth.ts";
export { operatorGroup } from "./vector-store/operators.ts";
export { rankingGroup } from "./vector-store/ranking.ts";
export { scaleGroup } from "./vector-store/scale.ts";
export { scanGroup } from "./vector-store/scan.ts";
export { scopeGroup } from "./vector-store/scopes.ts";
export type {
  VectorStoreFactory,
  VectorStoreOptions,
  VectorStoreSubject,
} from "./vector-store/subject.ts";
export { vectorStoreSuite } from "./vector-store/suite.ts";
export type { VectorStoreGroup } from "./vector-store/test-group.ts";
export { upsertGroup } from "./vector-store/upserts.ts";
export { vectorGroup } from "./vector-store/vectors.ts";
export { writerGroup } from "./vector-store/writers.ts";
