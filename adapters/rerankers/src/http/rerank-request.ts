import { cutToTokens, estimateTokens, ProviderFault } from "@quarry/providers";
import { readBounded } from "./read-bounded.ts";
import { objection, statusFault } from "./rerank-fault.ts";
import { readScores } from "./rerank-response.ts";

/** How often a request is cut in half before its refusal is believed. */
const mostCuts = 5;
/** Of an answer that is no success. */
const maxRefusalBytes = 64_000;

/** What the requests of one reranker have in common. */
export interface RerankRequestOptions {
  readonly url: URL;
  /** Empty for a server without keys. */
  readonly apiKey: string;
  readonly model: string | undefined;
  /** How messages begin that speak of the provider. */
  readonly provider: string;
  readonly maxAnswerBytes: number;
  readonly fetch: typeof fetch;
  readonly redact: (text: string) => string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Asks about some texts; never tries a failed request again, that is the limiter's part. */
export type RerankRequest = (
  question: string,
  texts: readonly string[],
  signal: AbortSignal,
) => Promise<number[]>;

interface Answer {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/**
 * Makes the function that asks for scores. What a server objects to is asked differently at once, and from then on:
 * without `top_n` (Voyage has another name for it), with `texts` for `documents` (Text Embeddings Inference), with fewer
 * texts at a time; or with the longest texts cut.
 */
export function createRerankRequest(options: RerankRequestOptions): RerankRequest {
  const { model, provider, redact } = options;
  const headers: Record<string, string> = { "content-type": "application/json", accept: "application/json" };
  if (options.apiKey !== "") headers.authorization = `Bearer ${options.apiKey}`;
  let form: "documents" | "texts" = "documents";
  let saysTopN = true;
  let mostTexts = Number.POSITIVE_INFINITY;

  function bodyOf(query: string, texts: readonly string[]) {
    if (form === "texts") return { query, texts, truncate: true };
    // Left out it means all, but some servers refuse a request without it.
    const count = saysTopN ? { top_n: texts.length } : {};
    return { ...(model === undefined ? {} : { model }), query, documents: texts, ...count };
  }

  async function send(body: object, signal: AbortSignal): Promise<Answer> {
    try {
      const response = await options.fetch(options.url, {
        ...{ method: "POST", headers, signal, redirect: "manual" },
        body: JSON.stringify(body),
      });
      const { ok, status } = response;
      const text = await readBounded(response, ok ? options.maxAnswerBytes : maxRefusalBytes);
      return { ok, status, headers: response.headers, text };
    } catch (error) {
      if (error instanceof RangeError) throw new ProviderFault("away", `${provider} answered too much.`);
      // The library's error may hold the address with its password.
      const detail = new Error(redact(String(error)));
      throw new ProviderFault("away", `${provider} cannot be reached.`, undefined, detail);
    }
  }

  async function ask(question: string, texts: readonly string[], signal: AbortSignal): Promise<number[]> {
    let asked = [question, ...texts];
    for (let cuts = 0; ; ) {
      if (texts.length > mostTexts) return askInParts(question, texts, signal);
      const [first = "", ...rest] = asked;
      const body = bodyOf(first, rest);
      const answer = await send(body, signal);
      if (answer.ok) return readScores(answer.text, { provider, count: texts.length });
      const objected = objection(answer.status, answer.text);
      // Looked for in what was sent: another call may have learned the same in the meantime.
      if (objected === "top_n" && "top_n" in body) saysTopN = false;
      else if (objected === "texts" && "documents" in body) form = "texts";
      else if (objected === "too_many" && texts.length > 1)
        mostTexts = Math.min(mostTexts, Math.ceil(texts.length / 2));
      else if (objected === "too_long" && cuts < mostCuts) {
        cuts += 1;
        const longest = asked.reduce((most, text) => Math.max(most, estimateTokens(text)), 0);
        asked = asked.map((text) => cutToTokens(text, Math.max(1, longest / 2)));
      } else throw statusFault(answer, { provider, nowMs: options.now(), redact });
    }
  }

  async function askInParts(
    question: string,
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<number[]> {
    const scores: number[] = [];
    // The bound may shrink on the way.
    while (scores.length < texts.length)
      scores.push(...(await ask(question, texts.slice(scores.length, scores.length + mostTexts), signal)));
    return scores;
  }

  return ask;
}
