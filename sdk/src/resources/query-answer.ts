import type {
  Metadata,
  QueryResponse,
  QueryResult as ResultOfSchema,
  SmartQueryResponse,
  SpaceGroup,
} from "@quarry/schema";

/** A ranked passage, with its document, its space and its place; the document's metadata is typed. */
export type QueryResult<DocumentMetadata extends object = Metadata> = Omit<ResultOfSchema, "document"> & {
  document: Omit<ResultOfSchema["document"], "metadata"> & { metadata: DocumentMetadata };
};

/** The response of a query, with typed document metadata. */
export type QueryAnswer<DocumentMetadata extends object = Metadata> = Omit<
  QueryResponse,
  "results" | "groupedBySpace"
> & {
  results: QueryResult<DocumentMetadata>[];
  groupedBySpace?: Record<string, Omit<SpaceGroup, "chunks"> & { chunks: QueryResult<DocumentMetadata>[] }>;
};

/** The response of a batch of questions, with typed document metadata. */
export type QueryBatchAnswer<DocumentMetadata extends object = Metadata> = {
  answers: QueryAnswer<DocumentMetadata>[];
};

/** The response of a smart query, with typed document metadata. */
export type SmartQueryAnswer<DocumentMetadata extends object = Metadata> = Pick<
  SmartQueryResponse,
  "recommendations"
> &
  Partial<QueryAnswer<DocumentMetadata>>;

/** The response of a smart query with `search: true`: recommended spaces, and the passages that they hold. */
export type SmartSearchAnswer<DocumentMetadata extends object = Metadata> = Pick<
  SmartQueryResponse,
  "recommendations"
> &
  QueryAnswer<DocumentMetadata>;
