import { cutToTokens, estimateTokens, ProviderFault } from "@quarry/providers";
import { readBounded } from "./read-bounded.ts";
import { fixableProblem, statusFault } from "./rerank-fault.ts";
import { readScores } from "./rerank-response.ts";

/** How often the longest texts of a rejected request are cut in half. */
const MAX_CUTS = 5;
const MAX_ERROR_RESPONSE_BYTES = 64_000;

/** Settings of one reranker's requests. */
export interface RerankRequestOptions {
  readonly url: URL;
  /** Empty for a server without keys. */
  readonly apiKey: string;
  readonly model: string | undefined;
  /** The subject of error messages, e.g. `The reranker (api.jina.ai)`. */
  readonly provider: string;
  readonly maxResponseBytes: number;
  readonly fetch: typeof fetch;
  readonly redact: (text: string) => string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Requests scores. The limiter retries failed requests. */
export type RerankRequest = (
  question: string,
  texts: readonly string[],
  signal: AbortSignal,
) => Promise<number[]>;

interface ServerResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/**
 * Creates the function that requests scores. It immediately modifies and resends a request that the server rejects, and
 * keeps these changes for later requests: no `top_n` (Voyage uses another name), `texts` instead of `documents` (Text
 * Embeddings Inference), fewer texts per request. It also truncates texts that are too long, for this request only.
 */
export function createRerankRequest(options: RerankRequestOptions): RerankRequest {
  const { model, provider, redact } = options;
  const headers: Record<string, string> = { "content-type": "application/json", accept: "application/json" };
  if (options.apiKey !== "") headers.authorization = `Bearer ${options.apiKey}`;
  let textsField: "documents" | "texts" = "documents";
  let sendsTopN = true;
  let maxTexts = Number.POSITIVE_INFINITY;

  function bodyOf(query: string, texts: readonly string[]) {
    if (textsField === "texts") return { query, texts, truncate: true };
    // The default is all texts, but some servers reject a request without it.
    const count = sendsTopN ? { top_n: texts.length } : {};
    return { ...(model === undefined ? {} : { model }), query, documents: texts, ...count };
  }

  async function send(body: object, signal: AbortSignal): Promise<ServerResponse> {
    try {
      const response = await options.fetch(options.url, {
        ...{ method: "POST", headers, signal, redirect: "manual" },
        body: JSON.stringify(body),
      });
      const { ok, status } = response;
      const text = await readBounded(response, ok ? options.maxResponseBytes : MAX_ERROR_RESPONSE_BYTES);
      return { ok, status, headers: response.headers, text };
    } catch (error) {
      if (error instanceof RangeError)
        throw new ProviderFault("unavailable", `${provider} returned too large a response.`);
      // The error may contain the address with its password.
      const detail = new Error(redact(String(error)));
      throw new ProviderFault("unavailable", `${provider} cannot be reached.`, undefined, detail);
    }
  }

  async function request(question: string, texts: readonly string[], signal: AbortSignal): Promise<number[]> {
    let input = [question, ...texts];
    for (let cuts = 0; ; ) {
      if (texts.length > maxTexts) return requestInParts(question, texts, signal);
      const [first = "", ...rest] = input;
      const body = bodyOf(first, rest);
      const response = await send(body, signal);
      if (response.ok) return readScores(response.text, { provider, count: texts.length });
      const problem = fixableProblem(response.status, response.text);
      // Check the body that was sent: a concurrent request may have changed the settings already.
      if (problem === "top_n" && "top_n" in body) sendsTopN = false;
      else if (problem === "texts" && "documents" in body) textsField = "texts";
      else if (problem === "too_many" && texts.length > 1)
        maxTexts = Math.min(maxTexts, Math.ceil(texts.length / 2));
      else if (problem === "too_long" && cuts < MAX_CUTS) {
        cuts += 1;
        const maxTokens = Math.max(...input.map(estimateTokens));
        input = input.map((text) => cutToTokens(text, Math.max(1, maxTokens / 2)));
      } else throw statusFault(response, { provider, nowMs: options.now(), redact });
    }
  }

  async function requestInParts(
    question: string,
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<number[]> {
    const scores: number[] = [];
    // `maxTexts` may shrink between two requests.
    while (scores.length < texts.length)
      scores.push(...(await request(question, texts.slice(scores.length, scores.length + maxTexts), signal)));
    return scores;
  }

  return request;
}
