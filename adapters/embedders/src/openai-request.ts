import { cutToTokens, estimateTokens } from "@quarry/providers";
import OpenAI from "openai";
import { type FaultContext, objection, openAiFault } from "./openai-fault.ts";
import { readVectors } from "./openai-response.ts";

/** How often a request is cut in half before its refusal is believed. */
const mostCuts = 5;

/** What the requests of one embedder have in common. */
export interface OpenAiRequestOptions {
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly provider: string;
  readonly model: string;
  readonly dimensions: number;
  readonly asksDimensions: boolean;
  /** Base64 is a quarter of the size, but many compatible servers ignore it, refuse it, or answer zeros. */
  readonly encoding: "float" | "base64";
  readonly fetch: typeof fetch | undefined;
  readonly redact: (text: string) => string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Sends one request; never tries a failed one again, that is the limiter's part. */
export type OpenAiRequest = (texts: readonly string[], signal: AbortSignal) => Promise<Float32Array[]>;

/**
 * Makes the function that asks for vectors. What a server objects to is asked differently at once: without `dimensions`
 * (many models have a fixed length, which is checked anyway), or with the longest texts cut.
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
  let asksDimensions = options.asksDimensions;

  async function send(texts: string[], asks: boolean, signal: AbortSignal): Promise<Float32Array[]> {
    const body: unknown = await client.embeddings.create(
      { model, input: texts, encoding_format: encoding, ...(asks ? { dimensions } : {}) },
      // The library's own time would end with the headers; the signal covers the body too.
      { signal, timeout: 2 ** 31 - 1 },
    );
    return readVectors(body, { provider, count: texts.length, dimensions });
  }

  return async (texts, signal) => {
    let input = [...texts];
    let asks = asksDimensions;
    for (let cuts = 0; ; ) {
      try {
        const vectors = await send(input, asks, signal);
        // Remembered only now: the vectors have the right length without asking.
        if (!asks) asksDimensions = false;
        return vectors;
      } catch (error) {
        const objected = objection(error);
        if (objected === "dimensions" && asks) asks = false;
        else if (objected === "too_long" && cuts < mostCuts) {
          cuts += 1;
          const longest = input.reduce((most, text) => Math.max(most, estimateTokens(text)), 0);
          input = input.map((text) => cutToTokens(text, Math.max(1, longest / 2)));
        } else {
          const context: FaultContext = { provider, model, nowMs: options.now(), redact };
          throw openAiFault(error, context);
        }
      }
    }
  };
}
