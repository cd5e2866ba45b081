import type {
  Metadata,
  QueryResponse,
  QueryResult as ResultOfSchema,
  SmartQueryResponse,
  SpaceGroup,
} from "@quarry/schema";

/** A ranked passage, with its document, its space and its place; the document's metadata is typed. */
export type QueryResult<DocumentMetadata extends object = Metadata> = Omit<ResultOfSchema, "document"> & {
  /** The document that contains the passage. */
  document: Omit<ResultOfSchema["document"], "metadata"> & {
    /** The document's metadata. Its type is not validated at runtime. */
    metadata: DocumentMetadata;
  };
};

/** The response of a query, with typed document metadata. */
export type QueryAnswer<DocumentMetadata extends object = Metadata> = Omit<
  QueryResponse,
  "results" | "groupedBySpace"
> & {
  /** The passages of all searched spaces in one ranking, best first. */
  results: QueryResult<DocumentMetadata>[];
  /** The results of each searched space by its id, also of those without results. Present with `groupBySpace`. */
  groupedBySpace?: Record<
    string,
    Omit<SpaceGroup, "chunks"> & {
      /** The results of this space, best first. */
      chunks: QueryResult<DocumentMetadata>[];
    }
  >;
};

/** The response of a batch of questions, with typed document metadata. */
export type QueryBatchAnswer<DocumentMetadata extends object = Metadata> = {
  /** One answer for each question, in the order of the questions. */
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
