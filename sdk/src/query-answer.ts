import type { QueryResponse, ResultItem, SmartQueryResponse, SpaceGroup } from "@quarry/schema";

/** A ranked passage of a document with this metadata. */
export type QueryResult<DocumentMetadata> = Omit<ResultItem, "document"> & {
  document: Omit<ResultItem["document"], "metadata"> & { metadata: DocumentMetadata };
};

/** What a query answers, over documents with this metadata. */
export type QueryAnswer<DocumentMetadata> = Omit<QueryResponse, "results" | "groupedBySpace"> & {
  results: QueryResult<DocumentMetadata>[];
  groupedBySpace?: Record<string, Omit<SpaceGroup, "chunks"> & { chunks: QueryResult<DocumentMetadata>[] }>;
};

/** What a smart query answers, over documents with this metadata. */
export type SmartQueryAnswer<DocumentMetadata> = Pick<SmartQueryResponse, "recommendations"> &
  Partial<QueryAnswer<DocumentMetadata>>;
