import type { Metadata } from "@quarry/schema";
import type { Filter } from "../filter/filter.ts";
import type { SearchScope, Selector } from "./search-scope.ts";

/** A chunk's embedding with the fields needed to scope, filter and delete it. */
export interface VectorRecord {
  /** Chunk id, globally unique. */
  readonly id: string;
  readonly orgId: string;
  readonly spaceId: string;
  readonly documentId: string;
  /** Increases with every change of the document. */
  readonly generation: number;
  /** Name of the embedding model; vectors of different models are never compared. */
  readonly model: string;
  /** Need not be normalized; the store normalizes it. A zero vector matches nothing. */
  readonly vector: Float32Array;
  /** The document's metadata. */
  readonly metadata: Metadata;
}

/** A nearest-neighbor query. */
export interface VectorQuery {
  readonly scope: SearchScope;
  readonly model: string;
  readonly vector: Float32Array;
  /** Maximum number of hits, >= 1. */
  readonly topK: number;
  readonly filter?: Filter;
  /** Aborted when no one waits. */
  readonly signal?: {
    readonly aborted: boolean;
    addEventListener(type: "abort", run: () => void): void;
    removeEventListener(type: "abort", run: () => void): void;
  };
}

/** Asks for the similarities of given chunks. */
export interface VectorScoring {
  readonly scope: SearchScope;
  readonly model: string;
  readonly vector: Float32Array;
  /** Chunk ids; any number, each once. */
  readonly ids: readonly string[];
}

/** A found chunk. */
export interface VectorHit {
  readonly id: string;
  readonly spaceId: string;
  readonly documentId: string;
  /** Cosine similarity, in [-1, 1]. */
  readonly score: number;
}

/**
 * What to delete. With `beforeGeneration`, only older records of the document: an edit upserts the new generation first
 * and then deletes the old one, so the document is searchable throughout.
 */
export type VectorSelector =
  | Selector
  | { readonly orgId: string; readonly documentId: string; readonly beforeGeneration: number };

/** Properties and limits of an adapter. Callers batch and validate by them. */
export interface VectorStoreCapabilities {
  /** True if acknowledged writes survive a crash of this process. */
  readonly durable: boolean;
  readonly maxDimensions: number;
  /** Maximum number of records per `upsert`. */
  readonly maxBatch: number;
}

/** The write methods of a vector store. */
export interface VectorWriter {
  upsert(records: readonly VectorRecord[]): Promise<void>;
  delete(selector: VectorSelector): Promise<void>;
}

/**
 * A derived index of embeddings. It can be dropped and rebuilt from the database at any time.
 *
 * `query` returns exactly min(topK, matches) hits by descending score, ties by ascending id. `upsert` replaces records
 * with known ids. `delete` succeeds if nothing matches. Every method throws `unavailable` if the engine is unreachable.
 */
export interface VectorStore extends VectorWriter {
  readonly name: string;
  readonly capabilities: VectorStoreCapabilities;
  query(query: VectorQuery): Promise<VectorHit[]>;
  /**
   * Returns the exact cosine of each of the given chunks, by id. Omits chunks that `query` would not find: unknown ones,
   * ones outside of the scope or of another model, and zero vectors. Without this method the service reads the vectors
   * from its database, which takes longer.
   */
  scores?(scoring: VectorScoring): Promise<ReadonlyMap<string, number>>;
  /** Number of records in a scope. */
  count(scope: SearchScope): Promise<number>;
  /** Yields every record of an organization once, in no particular order, with vectors of length 1; for migrations. */
  scan(orgId: string): AsyncIterable<VectorRecord>;
  close(): Promise<void>;
  /** Checks that the engine is reachable; throws `unavailable` otherwise. Only for remote engines. */
  ready?(): Promise<void>;
  /**
   * For a store in the service's own database: returns a writer that joins the given transaction, so that a document and
   * its vectors are committed together. `transaction` is the database driver's transaction object.
   */
  within?(transaction: unknown): VectorWriter;
}

/** What a store's module receives when Quarry opens the store. */
export interface VectorStoreSettings {
  /** A folder for the store's own files; the store creates it. */
  readonly dataDir: string;
  /** `QUARRY_VECTOR_STORE_OPTIONS`: a JSON object, or `{ url }` when it is a URL. Empty when it is not set. */
  readonly options: Readonly<Metadata>;
}

/** The function `createStore` that a store's module exports. */
export type CreateVectorStore = (settings: VectorStoreSettings) => VectorStore | Promise<VectorStore>;
