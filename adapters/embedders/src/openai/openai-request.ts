import { cutToTokens, estimateTokens } from "@quarry/providers";
import OpenAI from "openai";
import { type FaultContext, fixableProblem, openAiFault } from "./openai-fault.ts";
import { readVectors } from "./openai-response.ts";

/** How often the longest texts of a rejected request are cut in half. */
const MAX_CUTS = 5;

/** Settings of one embedder's requests. */
export interface OpenAiRequestOptions {
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly provider: string;
  readonly model: string;
  readonly dimensions: number;
  readonly sendsDimensions: boolean;
  /** Base64 is a quarter of the size, but many compatible servers ignore it, reject it, or return zeros. */
  readonly encoding: "float" | "base64";
  readonly fetch: typeof fetch | undefined;
  readonly redact: (text: string) => string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Sends one request. The limiter retries failed ones. */
export type OpenAiRequest = (texts: readonly string[], signal: AbortSignal) => Promise<Float32Array[]>;

/**
 * Creates the function that requests vectors. It immediately modifies and resends a request that the server rejects:
 * without `dimensions` (many models have a fixed length, which the response check verifies), or with shorter texts.
 */
export function createOpenAiRequest(options: OpenAiRequestOptions): OpenAiRequest {
  const { provider, model, dimensions, encoding, redact } = options;
  const client = new OpenAI({
    apiKey: options.apiKey,
    adminAPIKey: null,
    baseURL: options.baseUrl,
    maxRetries: 0,
    logLevel: "off",
    ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
  });
  let sendsDimensions = options.sendsDimensions;

  async function send(
    texts: string[],
    withDimensions: boolean,
    signal: AbortSignal,
  ): Promise<Float32Array[]> {
    const body: unknown = await client.embeddings.create(
      { model, input: texts, encoding_format: encoding, ...(withDimensions ? { dimensions } : {}) },
      // The library's timeout ends with the headers; the signal covers the body, too.
      { signal, timeout: 2 ** 31 - 1 },
    );
    return readVectors(body, { provider, count: texts.length, dimensions });
  }

  return async (texts, signal) => {
    let input = [...texts];
    let withDimensions = sendsDimensions;
    for (let cuts = 0; ; ) {
      try {
        const vectors = await send(input, withDimensions, signal);
        // The response has the right length, so later requests can omit the field, too.
        if (!withDimensions) sendsDimensions = false;
        return vectors;
      } catch (error) {
        const problem = fixableProblem(error);
        if (problem === "dimensions" && withDimensions) withDimensions = false;
        else if (problem === "too_long" && cuts < MAX_CUTS) {
          cuts += 1;
          const maxTokens = Math.max(...input.map(estimateTokens));
          input = input.map((text) => cutToTokens(text, Math.max(1, maxTokens / 2)));
        } else {
          const context: FaultContext = { provider, model, nowMs: options.now(), redact };
          throw openAiFault(error, context);
        }
      }
    }
  };
}
