/**
 * @module
 * What authors of vector stores need: the port, the meaning of metadata filters, and the error class. It is the part of
 * `@quarry/core` that is published.
 */

export type {
  CreateVectorStore,
  ErrorCode,
  Filter,
  Metadata,
  QuarryErrorOptions,
  Scalar,
  SearchScope,
  Selector,
  VectorHit,
  VectorQuery,
  VectorRecord,
  VectorScoring,
  VectorSelector,
  VectorStore,
  VectorStoreCapabilities,
  VectorStoreSettings,
  VectorWriter,
} from "@quarry/core";
export { matchesFilter, QuarryError } from "@quarry/core";
