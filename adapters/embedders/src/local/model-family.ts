import type { EmbeddingPurpose } from "@quarry/core";
import type { Pooling } from "@quarry/local-models";

/** How models of one kind want to be used; their files do not say it. */
interface ModelFamily {
  readonly pooling: Pooling;
  /** Stands before each text. */
  readonly prefix: Readonly<Record<EmbeddingPurpose, string>>;
}

const NO_PREFIX = { query: "", document: "" };

/** The known families. A change here needs a new name: it is part of the model's id, by which vectors are kept. */
export const MODEL_FAMILIES = {
  bge: {
    pooling: "cls",
    prefix: { query: "Represent this sentence for searching relevant passages: ", document: "" },
  },
  e5: { pooling: "mean", prefix: { query: "query: ", document: "passage: " } },
  nomic: { pooling: "mean", prefix: { query: "search_query: ", document: "search_document: " } },
  cls: { pooling: "cls", prefix: NO_PREFIX },
  mean: { pooling: "mean", prefix: NO_PREFIX },
} as const satisfies Readonly<Record<string, ModelFamily>>;

/** Name of a family. */
export type ModelFamilyName = keyof typeof MODEL_FAMILIES;

/** Families by what stands in the names of their models; the first that fits counts. */
const BY_NAME: readonly (readonly [pattern: RegExp, family: ModelFamilyName])[] = [
  [/bge-m3|bge-.*-zh|gte-.*-v1\.5|gte-modernbert/i, "cls"],
  [/\bbge-|snowflake-arctic-embed-(?!.*v2)|mxbai-embed/i, "bge"],
  [/(^|[-_])e5[-_]/i, "e5"],
  [/nomic-embed/i, "nomic"],
];

/** The family of a model, by its name without its owner's; `mean`, which most others need, when it is not known. */
export function familyOf(name: string): ModelFamilyName {
  const own = name.slice(name.lastIndexOf("/") + 1);
  return BY_NAME.find(([pattern]) => pattern.test(own))?.[1] ?? "mean";
}
