import type { QueryResponse, ResultItem, SmartQueryResponse, SpaceGroup } from "@quarry/schema";

/** A ranked passage of a document, with typed metadata. */
export type QueryResult<DocumentMetadata> = Omit<ResultItem, "document"> & {
  document: Omit<ResultItem["document"], "metadata"> & { metadata: DocumentMetadata };
};

/** The response of a query, with typed document metadata. */
export type QueryAnswer<DocumentMetadata> = Omit<QueryResponse, "results" | "groupedBySpace"> & {
  results: QueryResult<DocumentMetadata>[];
  groupedBySpace?: Record<string, Omit<SpaceGroup, "chunks"> & { chunks: QueryResult<DocumentMetadata>[] }>;
};

/** The response of a smart query, with typed document metadata. */
export type SmartQueryAnswer<DocumentMetadata> = Pick<SmartQueryResponse, "recommendations"> &
  Partial<QueryAnswer<DocumentMetadata>>;
