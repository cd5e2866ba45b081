import { QuarryError, type Reranker } from "@quarry/core";
import { type LocalModelOptions, type ModelUse, openLocalModel } from "@quarry/local-models";
import { createTimedCalls, systemTimer } from "@quarry/providers";
import { logistic } from "../logistic.ts";

/** Options of {@link createLocalReranker}. */
export interface LocalRerankerOptions extends LocalModelOptions {
  /** Timeout of a `rerank` call, in milliseconds. Default 15,000. */
  readonly timeoutMs?: number;
}

/**
 * The smallest well-established reranking model: English, 23 million weights (90 MB), Apache 2.0, about 50 ms for a
 * passage of 300 tokens on one core. Multilingual models are five to thirty times larger, or restrict commercial use.
 */
const DEFAULT_MODEL = "Xenova/ms-marco-MiniLM-L-6-v2";

const USE: ModelUse = {
  switchedBy: "QUARRY_RERANKER",
  setting: "QUARRY_RERANKER_MODEL",
  example: DEFAULT_MODEL,
  kind: "reranking model",
};

/** The limit of most reranking models, for question and passage together. */
const MAX_TOKENS = 512;
const MAX_DOCUMENTS = 1000;

/**
 * Creates a reranker whose model, a cross-encoder with one output, runs on this machine, and loads the model.
 *
 * @throws QuarryError `invalid_request` if the package or model is missing or unusable, `unavailable` if the model cannot
 * be downloaded.
 */
export async function createLocalReranker(options: LocalRerankerOptions): Promise<Reranker> {
  const { model = DEFAULT_MODEL, timeoutMs = 15_000, maxTokens = MAX_TOKENS } = options;
  const local = await openLocalModel({ ...options, model, maxTokens }, { kind: "relevance" }, USE);
  const calls = createTimedCalls();
  const onTimeout = () =>
    new QuarryError(
      "unavailable",
      `The local reranking model did not score all passages within ${timeoutMs / 1000} s. Request fewer ` +
        "candidates, choose a smaller model, or increase QUARRY_RERANKER_TIMEOUT_MS.",
      { retryAfterMs: 1000 },
    );
  return {
    model: `local:${local.id}`,
    maxDocuments: MAX_DOCUMENTS,
    async rerank(question, texts) {
      // On a timeout, the signal removes the waiting texts from the queue, so that the next query can start.
      const outputs = await calls.run({ timer: systemTimer, timeoutMs, onTimeout }, (signal) =>
        Promise.all(texts.map((text) => local.run({ text: question, pair: text }, "query", signal))),
      );
      return Float32Array.from(outputs, ([logit = 0]) => logistic(logit));
    },
    close: local.close,
  };
}
