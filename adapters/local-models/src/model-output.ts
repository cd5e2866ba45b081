import { ModelFailure, type ModelTask } from "./model-messages.ts";
import { pool } from "./pooling.ts";
import type { Tensor } from "./runtime-package.ts";

type Output = Readonly<Record<string, Tensor | undefined>>;

/**
 * What a model's output says for its task: a vector of length 1, or one number that is higher for better passages.
 * @throws ModelFailure when the model is made for something else.
 */
export function readOutput(output: Output, task: ModelTask): Float32Array {
  if (task.kind === "relevance") return relevanceIn(output);
  const found = output.last_hidden_state ?? output.token_embeddings ?? output.sentence_embedding;
  const dimensions = found?.dims.at(-1) ?? 0;
  if (!(found?.data instanceof Float32Array) || dimensions === 0)
    throw new ModelFailure(
      "model",
      "it is not made for embeddings: it answers no last_hidden_state of 32-bit numbers",
    );
  return pool(found.data, dimensions, task.pooling);
}

function relevanceIn({ logits }: Output): Float32Array {
  // A model with several classes does not say how good a passage is, but what it is.
  if (!(logits?.data instanceof Float32Array) || logits.data.length !== 1)
    throw new ModelFailure(
      "model",
      "it is not made for reranking: it answers no logits of one 32-bit number",
    );
  if (!logits.data.every(Number.isFinite)) throw new RangeError("the model's numbers are not finite");
  return logits.data.slice();
}
