import { QuarryError, type Reranker } from "@quarry/core";
import { type LocalModelOptions, type ModelUse, openLocalModel } from "@quarry/local-models";
import { createTimedCalls, systemTimer } from "@quarry/providers";
import { logistic } from "../logistic.ts";

/** What `createLocalReranker` takes. */
export interface LocalRerankerOptions extends LocalModelOptions {
  /** Longest time of one `rerank`, in milliseconds. Default 15,000. */
  readonly timeoutMs?: number;
}

/**
 * 23 million weights (90 MB), Apache 2.0: the smallest that is well proven; about 50 ms for a passage of 300 tokens on one
 * processor. It reads English. Models for many languages are five to thirty times as large, or not free for every use.
 */
const STANDARD_MODEL = "Xenova/ms-marco-MiniLM-L-6-v2";

const USE: ModelUse = {
  switchedBy: "QUARRY_RERANKER",
  setting: "QUARRY_RERANKER_MODEL",
  example: STANDARD_MODEL,
  kind: "reranking model",
};

/** Most are made for 512: question and passage together. */
const MAX_TOKENS = 512;
const MAX_DOCUMENTS = 1000;

/**
 * A reranker whose model, a cross-encoder with one output, runs on this machine. The model is loaded when the promise
 * resolves.
 * @throws QuarryError `invalid_request` when package or model are missing or cannot be used, `unavailable` when the model
 * must be downloaded and cannot.
 */
export async function createLocalReranker(options: LocalRerankerOptions): Promise<Reranker> {
  const { model = STANDARD_MODEL, timeoutMs = 15_000, maxTokens = MAX_TOKENS } = options;
  const local = await openLocalModel({ ...options, model, maxTokens }, { kind: "relevance" }, USE);
  const calls = createTimedCalls();
  const late = () =>
    new QuarryError(
      "unavailable",
      `The local reranking model did not read all passages within ${timeoutMs / 1000} s. Ask for fewer ` +
        "candidates, choose a smaller model, or raise QUARRY_RERANKER_TIMEOUT_MS.",
      { retryAfterMs: 1000 },
    );
  return {
    model: `local:${local.id}`,
    maxDocuments: MAX_DOCUMENTS,
    async rerank(question, texts) {
      // What is late leaves the line, so that the next question need not wait for it.
      const answers = await calls.run({ timer: systemTimer, timeoutMs, late }, (signal) =>
        Promise.all(texts.map((text) => local.ask({ text: question, pair: text }, "query", signal))),
      );
      return Float32Array.from(answers, ([logit = 0]) => logistic(logit));
    },
    close: local.close,
  };
}
