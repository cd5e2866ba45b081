import { createHash } from "node:crypto";

/** What of a vector an index holds. */
export type IndexKind = "vector" | "halfvec";

/** An HNSW index over one model's vectors. */
export interface IndexDefinition {
  readonly name: string;
  /** The same index in the other precision, of no use beside this one. */
  readonly otherName: string;
  readonly kind: IndexKind;
  readonly model: string;
  readonly dimensions: number;
  /** The indexed expression and the index's condition: a query must say the very same to be answered from it. */
  readonly expression: string;
  readonly condition: string;
  /** The type that a question is cast to. */
  readonly type: string;
}

/** Start of every such index's name. */
export const INDEX_PREFIX = "chunk_vectors_hnsw_";

const MAX_DIMENSIONS = { vector: 2000, halfvec: 4000 };

/** The index for a model's vectors of one length; undefined when pgvector cannot index that many numbers. */
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
    // A vector of another length would make the cast, and with it the write, fail.
    condition: `model = ${literal(model)} and vector_dims(embedding) = ${dimensions}`,
    type,
  };
}

/** The statement that makes an index without keeping anybody from reading or writing. */
export function createIndexSql({ name, expression, condition, kind }: IndexDefinition): string {
  return `create index concurrently ${name} on chunk_vectors using hnsw (${expression} ${kind}_cosine_ops) where ${condition}`;
}

/** A text as SQL: the planner proves an index's condition from constants, and indexes take no parameters. */
function literal(text: string): string {
  return `E'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}
