import type { EmbeddingPurpose } from "@quarry/core";
import type { Pooling } from "@quarry/local-models";

/** How to use a group of models; their files do not contain this. */
interface ModelFamily {
  readonly pooling: Pooling;
  /** Text to prepend. */
  readonly prefix: Readonly<Record<EmbeddingPurpose, string>>;
}

const NO_PREFIX = { query: "", document: "" };

/** The known families. Never change one, add a new name: the name is part of the model id of stored vectors. */
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

/** Families by model name; the first match wins. */
const NAME_PATTERNS: readonly (readonly [pattern: RegExp, family: ModelFamilyName])[] = [
  [/bge-m3|bge-.*-zh|gte-.*-v1\.5|gte-modernbert/i, "cls"],
  [/\bbge-|snowflake-arctic-embed-(?!.*v2)|mxbai-embed/i, "bge"],
  [/(^|[-_])e5[-_]/i, "e5"],
  [/nomic-embed/i, "nomic"],
];

/** Returns the family of a model by its name, without the owner. Unknown models get `mean`, which most of them need. */
export function familyOf(name: string): ModelFamilyName {
  const baseName = name.slice(name.lastIndexOf("/") + 1);
  return NAME_PATTERNS.find(([pattern]) => pattern.test(baseName))?.[1] ?? "mean";
}
