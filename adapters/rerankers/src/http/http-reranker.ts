import { QuarryError, type Reranker } from "@quarry/core";
import {
  createProviderLimiter,
  createRedactor,
  cutToTokens,
  type ProviderLimiterOptions,
  systemTimer,
} from "@quarry/providers";
import { logistic } from "../logistic.ts";
import { createRerankRequest } from "./rerank-request.ts";

/** What `createHttpReranker` takes. Durations in milliseconds. */
export interface HttpRerankerOptions extends Pick<ProviderLimiterOptions, "timer" | "random"> {
  /** Address up to `/v1` or `/v2`, or that of the route itself, `…/rerank`. */
  readonly baseUrl: string;
  /** The secret, if the server wants one. It appears in no error. */
  readonly apiKey?: string | undefined;
  /** Left out for servers that have one model only. */
  readonly model?: string | undefined;
  /** Longest time of one `rerank`, with all tries. Default 5,000. */
  readonly timeoutMs?: number;
  /** Most bytes of an answer that are read; some servers repeat the texts. Default 16,000,000. */
  readonly maxAnswerBytes?: number;
  readonly fetch?: typeof fetch;
}

/** What Cohere and Voyage take in one call. */
const MAX_DOCUMENTS = 1000;
/** Estimated tokens after which texts are cut: no passage is longer, and models read at most some thousand. */
const MAX_TEXT_TOKENS = 2000;
const MAX_QUESTION_TOKENS = 1000;
/** Scores that stray farther than this from 0 to 1 are a model's bare numbers. */
const ROUNDING = 1e-3;

/**
 * A reranker behind the API that Cohere, Jina and Voyage have, or a server that speaks it: vLLM, llama.cpp, Infinity,
 * LocalAI, Text Embeddings Inference. It is asked for the first time by the first `rerank`. Blank texts are never sent;
 * their score is 0.
 * @throws QuarryError `invalid_request` when key or address cannot be right.
 */
export function createHttpReranker(options: HttpRerankerOptions): Reranker {
  const { model, timeoutMs = 5000, timer = systemTimer } = options;
  const url = routeOf(options.baseUrl);
  // A key out of a file often ends in a newline.
  const apiKey = options.apiKey?.trim() ?? "";
  if (!/^[\x21-\x7e]*$/.test(apiKey))
    throw new QuarryError(
      "invalid_request",
      "Setting QUARRY_RERANKER_API_KEY holds characters that no key has.",
    );
  const provider = `The reranker (${url.host})`;
  const limiter = createProviderLimiter({ ...options, provider, queryTimeoutMs: timeoutMs });
  const request = createRerankRequest({
    ...{ url, apiKey, model, provider },
    maxAnswerBytes: options.maxAnswerBytes ?? 16_000_000,
    fetch: options.fetch ?? fetch,
    redact: createRedactor([apiKey, url.password]),
    now: () => timer.now(),
  });
  let areLogits = false;

  /** Most answer scores from 0 to 1, llama.cpp the model's bare numbers. */
  function scoresOf(raw: readonly number[]): number[] {
    areLogits ||= raw.some((score) => score < -ROUNDING || score > 1 + ROUNDING);
    return raw.map((score) => (areLogits ? logistic(score) : Math.min(1, Math.max(0, score))));
  }

  return {
    model: `http:${model ?? "standard"}@${url.host}`,
    maxDocuments: MAX_DOCUMENTS,
    async rerank(question, texts) {
      const prepare = (text: string, maxTokens: number) => cutToTokens(text.toWellFormed(), maxTokens).trim();
      const asked = prepare(question, MAX_QUESTION_TOKENS);
      const prepared = texts.map((text) => prepare(text, MAX_TEXT_TOKENS));
      const filled = prepared.filter((text) => text !== "");
      if (asked === "" || filled.length === 0) return new Float32Array(texts.length);
      const scores = scoresOf(
        await limiter.run("query", (signal) => request(asked, filled, signal)),
      ).values();
      return Float32Array.from(prepared, (text) => (text === "" ? 0 : (scores.next().value ?? 0)));
    },
    async close() {
      limiter.close();
    },
  };
}

function routeOf(baseUrl: string): URL {
  const url = URL.parse(baseUrl);
  if (!url) throw new QuarryError("invalid_request", "Setting QUARRY_RERANKER_URL is not a URL.");
  const path = url.pathname.replace(/\/+$/, "");
  url.pathname = /\/rerank$/.test(path) ? path : `${path}/rerank`;
  return url;
}
