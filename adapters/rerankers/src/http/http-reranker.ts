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

/** Options of {@link createHttpReranker}. Durations are in milliseconds. */
export interface HttpRerankerOptions extends Pick<ProviderLimiterOptions, "timer" | "random"> {
  /** Address up to `/v1` or `/v2`, or of the endpoint itself, `…/rerank`. */
  readonly baseUrl: string;
  /** The API key, if the server requires one. It never appears in an error. */
  readonly apiKey?: string | undefined;
  /** Not needed for servers with a single model. */
  readonly model?: string | undefined;
  /** Timeout of a `rerank` call, including retries. Default 5,000. */
  readonly timeoutMs?: number;
  /** Maximum size of a response; some servers repeat the texts. Default 16,000,000. */
  readonly maxResponseBytes?: number;
  readonly fetch?: typeof fetch;
}

/** The limit of Cohere and Voyage for one call. */
const MAX_DOCUMENTS = 1000;
/** Estimated tokens after which texts are truncated. No passage is longer, and models read a few thousand at most. */
const MAX_TEXT_TOKENS = 2000;
const MAX_QUESTION_TOKENS = 1000;
/** Scores outside 0 to 1 by more than this rounding error are logits. */
const ROUNDING_ERROR = 1e-3;

/**
 * Creates a reranker that calls the API of Cohere, Jina or Voyage, or a compatible server: vLLM, llama.cpp, Infinity,
 * LocalAI, Text Embeddings Inference. The first call happens in the first `rerank`. Blank texts are not sent; their score
 * is 0.
 *
 * @throws QuarryError `invalid_request` if the key or address is invalid.
 */
export function createHttpReranker(options: HttpRerankerOptions): Reranker {
  const { model, timeoutMs = 5000, timer = systemTimer } = options;
  const url = endpointOf(options.baseUrl);
  // A key that comes from a file often ends in a newline.
  const apiKey = options.apiKey?.trim() ?? "";
  if (!/^[\x21-\x7e]*$/.test(apiKey))
    throw new QuarryError(
      "invalid_request",
      "Setting QUARRY_RERANKER_API_KEY contains characters that are not allowed in a key.",
    );
  const provider = `The reranker (${url.host})`;
  const limiter = createProviderLimiter({ ...options, provider, queryTimeoutMs: timeoutMs });
  const request = createRerankRequest({
    ...{ url, apiKey, model, provider },
    maxResponseBytes: options.maxResponseBytes ?? 16_000_000,
    fetch: options.fetch ?? fetch,
    redact: createRedactor([apiKey, url.password]),
    now: () => timer.now(),
  });
  let areLogits = false;

  /** Most servers return scores from 0 to 1, llama.cpp returns logits. */
  function scoresOf(raw: readonly number[]): number[] {
    areLogits ||= raw.some((score) => score < -ROUNDING_ERROR || score > 1 + ROUNDING_ERROR);
    return raw.map((score) => (areLogits ? logistic(score) : Math.min(1, Math.max(0, score))));
  }

  return {
    model: `http:${model ?? "standard"}@${url.host}`,
    maxDocuments: MAX_DOCUMENTS,
    async rerank(question, texts) {
      const prepare = (text: string, maxTokens: number) => cutToTokens(text.toWellFormed(), maxTokens).trim();
      const query = prepare(question, MAX_QUESTION_TOKENS);
      const prepared = texts.map((text) => prepare(text, MAX_TEXT_TOKENS));
      const nonEmpty = prepared.filter((text) => text !== "");
      if (query === "" || nonEmpty.length === 0) return new Float32Array(texts.length);
      const raw = await limiter.run("query", (signal) => request(query, nonEmpty, signal));
      const scores = scoresOf(raw).values();
      return Float32Array.from(prepared, (text) => (text === "" ? 0 : (scores.next().value ?? 0)));
    },
    async close() {
      limiter.close();
    },
  };
}

function endpointOf(baseUrl: string): URL {
  const url = URL.parse(baseUrl);
  if (!url) throw new QuarryError("invalid_request", "Setting QUARRY_RERANKER_URL is not a URL.");
  const path = url.pathname.replace(/\/+$/, "");
  url.pathname = /\/rerank$/.test(path) ? path : `${path}/rerank`;
  return url;
}
