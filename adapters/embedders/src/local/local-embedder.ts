import type { Embedder, EmbeddingPurpose } from "@quarry/core";
import { type LocalModelOptions, type ModelUse, openLocalModel } from "@quarry/local-models";
import { familyOf, MODEL_FAMILIES, type ModelFamilyName } from "./model-family.ts";

/** What `createLocalEmbedder` takes. The default model is `Xenova/bge-small-en-v1.5`. */
export interface LocalEmbedderOptions extends LocalModelOptions {
  /** How the model wants to be used. Default: what its name says. */
  readonly family?: ModelFamilyName | undefined;
}

const STANDARD_MODEL = "Xenova/bge-small-en-v1.5";

const USE: ModelUse = {
  switchedBy: "QUARRY_EMBEDDER",
  setting: "QUARRY_LOCAL_MODEL",
  example: STANDARD_MODEL,
  kind: "embedding model",
};

/**
 * An embedder whose model runs on this machine. The model is loaded when the promise resolves. Empty texts have a vector
 * of zeros, all others one of length 1.
 * @throws QuarryError `invalid_request` when package or model are missing or cannot be used, `unavailable` when the model
 * must be downloaded and cannot.
 */
export async function createLocalEmbedder(options: LocalEmbedderOptions): Promise<Embedder> {
  const { model = STANDARD_MODEL } = options;
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
            : local.ask({ text: prefix[purpose] + text }, purpose),
        ),
      );
    },
    close: local.close,
  };
}
