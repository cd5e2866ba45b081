import { createHash } from "node:crypto";

/** The precision of an index. */
export type IndexKind = "vector" | "halfvec";

/** An HNSW index over the vectors of one model. */
export interface IndexDefinition {
  readonly name: string;
  /** Name of the same index in the other precision, which this one replaces. */
  readonly otherName: string;
  readonly kind: IndexKind;
  readonly model: string;
  readonly dimensions: number;
  /**
   * The indexed expression and the index's condition. The planner uses the index only for queries that repeat both
   * exactly.
   */
  readonly expression: string;
  readonly condition: string;
  /** SQL type to which the query vector is cast. */
  readonly type: string;
}

/** A model with more vectors than this gets an index, and a search with more matches may use it. */
export const DEFAULT_EXACT_UP_TO = 5000;

/** Prefix of the names of all these indexes. */
export const INDEX_PREFIX = "chunk_vectors_hnsw_";

const MAX_DIMENSIONS = { vector: 2000, halfvec: 4000 };

/**
 * Defines the index for a model's vectors of one length; undefined when pgvector cannot index that many dimensions.
 */
export function defineIndex(
  model: string,
  dimensions: number,
  prefersHalf: boolean,
): IndexDefinition | undefined {
  if (dimensions > MAX_DIMENSIONS.halfvec) return undefined;
  const kind = prefersHalf || dimensions > MAX_DIMENSIONS.vector ? "halfvec" : "vector";
  const hash = createHash("sha256").update(`${dimensions} ${model}`).digest("hex").slice(0, 16);
  const name = (of: IndexKind) => `${INDEX_PREFIX}${hash}_${of}`;
  const type = `${kind}(${dimensions})`;
  return {
    name: name(kind),
    otherName: name(kind === "vector" ? "halfvec" : "vector"),
    kind,
    model,
    dimensions,
    expression: `(embedding::${type})`,
    // Without this, a vector of another length would fail the cast and with it the write.
    condition: `model = ${literal(model)} and vector_dims(embedding) = ${dimensions}`,
    type,
  };
}

/** Returns the statement that builds an index without blocking reads or writes. */
export function createIndexSql({ name, expression, condition, kind }: IndexDefinition): string {
  return `create index concurrently ${name} on chunk_vectors using hnsw (${expression} ${kind}_cosine_ops) where ${condition}`;
}

/**
 * Quotes a string as an SQL literal. The planner matches an index's condition only with constants, and `create index`
 * takes no parameters.
 */
function literal(text: string): string {
  return `E'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}
