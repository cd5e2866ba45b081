import type { Metadata } from "@quarry/schema";
import type { Filter } from "../filter.ts";
import type { SearchScope, Selector } from "./search-scope.ts";

/** A chunk's embedding with what is needed to find it again and to filter it. */
export interface VectorRecord {
  /** Chunk id, unique over everything. */
  readonly id: string;
  readonly orgId: string;
  readonly spaceId: string;
  readonly documentId: string;
  /** Rises with every change of the document. */
  readonly generation: number;
  /** Name of the embedding model; vectors of different models are never compared. */
  readonly model: string;
  /** Any length > 0; the store normalises it. Zero vectors match nothing. */
  readonly vector: Float32Array;
  /** The document's metadata. */
  readonly metadata: Metadata;
}

/** A nearest-neighbour question. */
export interface VectorQuery {
  readonly scope: SearchScope;
  readonly model: string;
  readonly vector: Float32Array;
  /** How many hits at most, >= 1. */
  readonly topK: number;
  readonly filter?: Filter;
}

/** A found chunk. */
export interface VectorHit {
  readonly id: string;
  readonly spaceId: string;
  readonly documentId: string;
  /** Cosine similarity, in [-1, 1], higher is better. */
  readonly score: number;
}

/**
 * What a deletion takes away. With `beforeGeneration`, only records of the document that are older: that is how an
 * edit drops the chunks that are gone without ever leaving the document unsearchable.
 */
export type VectorSelector =
  | Selector
  | { readonly orgId: string; readonly documentId: string; readonly beforeGeneration: number };

/** What an adapter can do and how much it takes at once; the caller batches and checks by these. */
export interface VectorStoreCapabilities {
  /** True when what `upsert` acknowledged survives a crash of this process. */
  readonly durable: boolean;
  readonly maxDimensions: number;
  /** Most records in one `upsert`. */
  readonly maxBatch: number;
}

/** What changes a vector store. */
export interface VectorWriter {
  upsert(records: readonly VectorRecord[]): Promise<void>;
  delete(selector: VectorSelector): Promise<void>;
}

/**
 * A derived index of embeddings: it can be dropped and rebuilt from the database at any time.
 *
 * `query` answers exactly min(topK, matches) hits, by falling score, ties by ascending id. An upsert of a known id
 * replaces it. Deletions of what is not there succeed. Every method throws `unavailable` when the engine is away.
 */
export interface VectorStore extends VectorWriter {
  readonly name: string;
  readonly capabilities: VectorStoreCapabilities;
  query(query: VectorQuery): Promise<VectorHit[]>;
  /** Number of records in a scope. */
  count(scope: SearchScope): Promise<number>;
  /** Every record of an organization once, in no order; for moving out. Its vectors have length 1. */
  scan(orgId: string): AsyncIterable<VectorRecord>;
  close(): Promise<void>;
  /** Resolves when the engine answers, throws `unavailable` otherwise; for engines that can be away. */
  ready?(): Promise<void>;
  /**
   * For a store in the service's own database: its writes as a part of a transaction there, so that a document and
   * its vectors are never apart. `transaction` is what the database's driver calls one.
   */
  within?(transaction: unknown): VectorWriter;
}
