import type { Metadata } from "@quarry/schema";
import type { FilteredScope, Selector } from "./search-scope.ts";

/** A chunk as the lexical index takes it. */
export interface LexicalEntry {
  readonly id: string;
  readonly orgId: string;
  readonly spaceId: string;
  readonly documentId: string;
  readonly generation: number;
  /** The chunk's own text. */
  readonly text: string;
  /** What stands around it: title, heading path, filename. Its words count double. */
  readonly context: string;
  /** The document's metadata. */
  readonly metadata: Metadata;
}

/** A chunk found by its words. */
export interface LexicalHit {
  readonly id: string;
  readonly spaceId: string;
  readonly documentId: string;
  /**
   * Share of the question that the chunk answers, comparable across spaces: about 0 for chance, about 1 for a full
   * match, above 1 for a quotation.
   */
  readonly score: number;
}

/** What a lexical search found, with what a calibration needs to read its scores. */
export interface LexicalResult {
  readonly hits: readonly LexicalHit[];
  /** Number of distinct words of the question; 0 when it holds no word at all. */
  readonly queryTerms: number;
  /** Chunks in each searched space. */
  readonly chunkCounts: ReadonlyMap<string, number>;
}

/** How well a space's vocabulary fits a question. */
export interface SpaceEvidence {
  readonly spaceId: string;
  /** Log-likelihood ratio of the question under the space against under all spaces; above 0 speaks for the space. */
  readonly score: number;
  readonly chunkCount: number;
  /** The question's words that it holds, the rarest first; a few, and none that is in most chunks of all spaces. */
  readonly words: readonly string[];
}

/** A document as the lexical index takes it; one without entries holds nothing that can be found. */
export interface LexicalDocument {
  readonly documentId: string;
  readonly entries: readonly LexicalEntry[];
}

/** A document as the lexical index holds it. */
export interface HeldDocument {
  readonly documentId: string;
  readonly spaceId: string;
  readonly generation: number;
  readonly chunkCount: number;
}

/** What changes a lexical index. */
export interface LexicalWriter {
  /** Replaces all chunks of each of the documents, which are different ones of one organization. */
  replaceDocuments(orgId: string, documents: readonly LexicalDocument[]): Promise<void>;
  delete(selector: Selector): Promise<void>;
}

/** BM25 over analyzed terms; a derived index, like the vector store. */
export interface LexicalIndex extends LexicalWriter {
  readonly name: string;
  /** True when what a write acknowledged survives a crash of this process. */
  readonly durable: boolean;
  /**
   * The best `topK` chunks, by falling similarity (`lexicalSimilarity`: within a space that is the order of the
   * scores, across spaces a small one's counts for more), ties by ascending id.
   */
  search(scope: FilteredScope, query: string, topK: number): Promise<LexicalResult>;
  /** As `search`, but the best chunk of every space, if it has one that matches. */
  searchEach(scope: FilteredScope, query: string): Promise<LexicalResult>;
  /**
   * The spaces of an organization whose vocabularies fit the question best, at most `limit`, the likeliest first; only
   * such as have chunks. Of more spaces than that, those with the question's rarest words are compared.
   * @param except Spaces that are passed over as if they were not there.
   */
  sketch(orgId: string, query: string, limit: number, except: ReadonlySet<string>): Promise<SpaceEvidence[]>;
  /** Every document of an organization that has chunks here, in no order; for finding what is missing or left over. */
  documents(orgId: string): AsyncIterable<HeldDocument>;
  /** For an index in the service's own database: its writes as a part of a transaction there. */
  within?(transaction: unknown): LexicalWriter;
  close(): Promise<void>;
}
