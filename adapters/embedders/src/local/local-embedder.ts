import type { Embedder, EmbeddingPurpose } from "@quarry/core";
import { type LocalModelOptions, type ModelUse, openLocalModel } from "@quarry/local-models";
import { familyOf, MODEL_FAMILIES, type ModelFamilyName } from "./model-family.ts";

/** Options of {@link createLocalEmbedder}. The default model is `Xenova/bge-small-en-v1.5`. */
export interface LocalEmbedderOptions extends LocalModelOptions {
  /** Pooling and prefixes of the model. Default: derived from the model's name. */
  readonly family?: ModelFamilyName | undefined;
}

const DEFAULT_MODEL = "Xenova/bge-small-en-v1.5";

const USE: ModelUse = {
  switchedBy: "QUARRY_EMBEDDER",
  setting: "QUARRY_LOCAL_MODEL",
  example: DEFAULT_MODEL,
  kind: "embedding model",
};

/**
 * Creates an embedder whose model runs on this machine, and loads the model. Empty texts have a vector of zeros, all
 * others one of length 1.
 *
 * @throws QuarryError `invalid_request` if the package or model is missing or unusable, `unavailable` if the model cannot
 * be downloaded.
 */
export async function createLocalEmbedder(options: LocalEmbedderOptions): Promise<Embedder> {
  const { model = DEFAULT_MODEL } = options;
  const familyName = options.family ?? familyOf(model);
  const { prefix, pooling } = MODEL_FAMILIES[familyName];
  const local = await openLocalModel({ ...options, model }, { kind: "embedding", pooling }, USE);
  const dimensions = local.size;
  return {
    model: `local:${local.id}:${familyName}`,
    dimensions,
    maxBatch: 32,
    family: "semantic",
    embed(texts: readonly string[], purpose: EmbeddingPurpose) {
      return Promise.all(
        texts.map((text) =>
          text.trim() === ""
            ? new Float32Array(dimensions)
            : local.run({ text: prefix[purpose] + text }, purpose),
        ),
      );
    },
    close: local.close,
  };
}
