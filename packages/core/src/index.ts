/**
 * @module
 * What authors of adapters need: the ports, the error class, and the meaning of metadata filters. Pure logic: no input
 * or output, no Bun or Node API.
 */

export type { ErrorCode, ErrorDetail, Metadata } from "@quarry/schema";
export { QuarryError, type QuarryErrorOptions } from "./errors.ts";
export type { Filter, Scalar } from "./filter/filter.ts";
export { matchesFilter } from "./filter/matches-filter.ts";
export { parseFilter } from "./filter/parse-filter.ts";
export type { Blob, BlobStore, ByteRange } from "./ports/blob-store.ts";
export type { Clock } from "./ports/clock.ts";
export type { Embedder, EmbeddingPurpose } from "./ports/embedder.ts";
export type {
  HeldDocument,
  LexicalDocument,
  LexicalEntry,
  LexicalHit,
  LexicalIndex,
  LexicalResult,
  LexicalWriter,
  SpaceEvidence,
} from "./ports/lexical-index.ts";
export type { PageLayout, PlacedText, Rectangle, TextDirection } from "./ports/page-layout.ts";
export type {
  Block,
  BlockKind,
  ParsedDocument,
  ParseInput,
  ParseProgress,
  Parser,
  ParserRegistry,
  Place,
  TableRow,
} from "./ports/parser.ts";
export type { Reranker } from "./ports/reranker.ts";
export type { FilteredScope, SearchScope, Selector } from "./ports/search-scope.ts";
export type { StopSignal } from "./ports/stop-signal.ts";
export type {
  CreateVectorStore,
  VectorHit,
  VectorQuery,
  VectorRecord,
  VectorScoring,
  VectorSelector,
  VectorStore,
  VectorStoreCapabilities,
  VectorStoreSettings,
  VectorWriter,
} from "./ports/vector-store.ts";
export { lexicalSimilarity } from "./ranking/lexical/lexical-similarity.ts";
