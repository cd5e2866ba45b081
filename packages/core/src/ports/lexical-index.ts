import type { Metadata } from "@quarry/schema";
import type { FilteredScope, Selector } from "./search-scope.ts";

/** A chunk to index. */
export interface LexicalEntry {
  readonly id: string;
  readonly orgId: string;
  readonly spaceId: string;
  readonly documentId: string;
  readonly generation: number;
  /** The chunk's own text. */
  readonly text: string;
  /** Text around it: title, heading path, filename. Its words count double. */
  readonly context: string;
  /** The document's metadata. */
  readonly metadata: Metadata;
}

/** A chunk found by a lexical search. */
export interface LexicalHit {
  readonly id: string;
  readonly spaceId: string;
  readonly documentId: string;
  /**
   * How well the chunk matches the question, comparable across spaces: about 0 for a chance match, about 1 for a full
   * match, above 1 for a quotation.
   */
  readonly score: number;
}

/** Result of a lexical search, with the figures needed to calibrate its scores. */
export interface LexicalResult {
  readonly hits: readonly LexicalHit[];
  /** Number of distinct words in the question; 0 if it contains no word. */
  readonly queryTerms: number;
  /** Number of chunks in each searched space. */
  readonly chunkCounts: ReadonlyMap<string, number>;
}

/** How well a space's vocabulary fits a question. */
export interface SpaceEvidence {
  readonly spaceId: string;
  /** Log-likelihood ratio of the question under the space's vocabulary against all spaces; above 0 favors the space. */
  readonly score: number;
  readonly chunkCount: number;
  /** A few of the question's words that the space contains, rarest first, without words found in most chunks. */
  readonly words: readonly string[];
}

/** A document to index. Without entries, nothing of it can be found. */
export interface LexicalDocument {
  readonly documentId: string;
  readonly entries: readonly LexicalEntry[];
}

/** An indexed document. */
export interface HeldDocument {
  readonly documentId: string;
  readonly spaceId: string;
  readonly generation: number;
  readonly chunkCount: number;
}

/** The write methods of a lexical index. */
export interface LexicalWriter {
  /** Replaces all chunks of each document. The documents are distinct and belong to one organization. */
  replaceDocuments(orgId: string, documents: readonly LexicalDocument[]): Promise<void>;
  /** Deletes all matching chunks. Succeeds if there are none. */
  delete(selector: Selector): Promise<void>;
}

/** BM25 over analyzed terms; a derived index, like the vector store. */
export interface LexicalIndex extends LexicalWriter {
  readonly name: string;
  /** True if acknowledged writes survive a crash of this process. */
  readonly durable: boolean;
  /**
   * Returns the best `topK` chunks by descending similarity, ties by ascending id. Similarity is `lexicalSimilarity` of
   * the score: within a space it keeps the order of the scores; across spaces, the same score counts more in a small one.
   * With a `topK` of 0, returns only the figures.
   * @param onAnalysis Receives how long the question's analysis took, from an index that measures it.
   */
  search(
    scope: FilteredScope,
    query: string,
    topK: number,
    onAnalysis?: (durationMs: number) => void,
  ): Promise<LexicalResult>;
  /** Like `search`, but returns the best matching chunk of every space. */
  searchEach(scope: FilteredScope, query: string): Promise<LexicalResult>;
  /**
   * Returns up to `limit` non-empty spaces of an organization whose vocabularies fit the question best, most likely
   * first. With more than `limit` spaces, compares the spaces with the question's rarest words.
   * @param except Spaces to ignore, as if they did not exist.
   */
  sketch(orgId: string, query: string, limit: number, except: ReadonlySet<string>): Promise<SpaceEvidence[]>;
  /** Lists every document of an organization with chunks in the index, in no particular order; for reconciling. */
  documents(orgId: string): AsyncIterable<HeldDocument>;
  /** For an index in the service's own database: returns a writer that joins the given transaction. */
  within?(transaction: unknown): LexicalWriter;
  close(): Promise<void>;
}
