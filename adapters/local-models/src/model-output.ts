import { ModelFailure, type ModelTask } from "./model-messages.ts";
import { pool } from "./pooling.ts";
import type { Tensor } from "./runtime-package.ts";

type Output = Readonly<Record<string, Tensor | undefined>>;

/**
 * Reads a model's output: a vector of length 1, or a single logit that is higher for more relevant passages.
 *
 * @throws ModelFailure if the model is made for another task.
 */
export function readOutput(output: Output, task: ModelTask): Float32Array {
  if (task.kind === "relevance") return relevanceOf(output);
  const found = output.last_hidden_state ?? output.token_embeddings ?? output.sentence_embedding;
  const dimensions = found?.dims.at(-1) ?? 0;
  if (!(found?.data instanceof Float32Array) || dimensions === 0)
    throw new ModelFailure(
      "model",
      "it is not an embedding model: it has no output last_hidden_state of 32-bit numbers",
    );
  return pool(found.data, dimensions, task.pooling);
}

function relevanceOf({ logits }: Output): Float32Array {
  // A model with several logits is a classifier, not a reranker.
  if (!(logits?.data instanceof Float32Array) || logits.data.length !== 1)
    throw new ModelFailure(
      "model",
      "it is not a reranking model: it has no output logits of one 32-bit number",
    );
  if (!logits.data.every(Number.isFinite)) throw new RangeError("The model's output is not finite.");
  return logits.data.slice();
}
