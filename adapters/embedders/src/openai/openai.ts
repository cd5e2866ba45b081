import { type Embedder, type EmbeddingPurpose, QuarryError } from "@quarry/core";
import {
  batchTexts,
  createProviderLimiter,
  createRedactor,
  cutToTokens,
  type ProviderLimiterOptions,
  systemTimer,
} from "@quarry/providers";
import { openAiIdentity } from "./openai-identity.ts";
import type { OpenAiRequest } from "./openai-request.ts";

/** Options of {@link createOpenAiEmbedder}. Durations are in milliseconds. */
export interface OpenAiEmbedderOptions extends Omit<ProviderLimiterOptions, "provider"> {
  /** The API key; any value for a server without keys. It never appears in an error. */
  readonly apiKey: string;
  /** Address up to `/v1`. Default: OpenAI's. */
  readonly baseUrl?: string | undefined;
  /** Default `text-embedding-3-small`. */
  readonly model?: string | undefined;
  /**
   * Length of the vectors. Optional for OpenAI's models. Required for all others, because the first call happens only in
   * `embed`, so that the server starts while the provider is unavailable. If the number is wrong, the error of the first
   * call contains the right one.
   */
  readonly dimensions?: number | undefined;
  /** Maximum number of texts in a request. Default 128; OpenAI's limit is 2,048. */
  readonly maxBatch?: number;
  /** Maximum number of estimated tokens in a request. Default 100,000; OpenAI's limit is 300,000. */
  readonly maxBatchTokens?: number;
  /** Estimated tokens after which a text is truncated. Default 8,000, just below the 8,192 of OpenAI's models. */
  readonly maxInputTokens?: number;
  /** Default: base64 for OpenAI, float for all others. */
  readonly encoding?: "float" | "base64";
  readonly fetch?: typeof fetch;
}

/**
 * Creates an embedder that calls OpenAI's API or a compatible server. Empty texts are not sent; their vector is all
 * zeros. All other vectors have length 1.
 *
 * @throws QuarryError `invalid_request` if the key, address or dimensions are invalid.
 */
export function createOpenAiEmbedder(options: OpenAiEmbedderOptions): Embedder {
  const { baseUrl = "https://api.openai.com/v1", model = "text-embedding-3-small" } = options;
  const { maxBatch = 128, maxBatchTokens = 100_000, maxInputTokens = 8000, timer = systemTimer } = options;
  // A key that comes from a file often ends in a newline.
  const apiKey = options.apiKey.trim() || "none";
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new QuarryError(
      "invalid_request",
      "Setting OPENAI_API_KEY contains characters that are not allowed in a key.",
    );
  }
  const { id, dimensions, sendsDimensions, provider, isOpenAi } = openAiIdentity(
    model,
    baseUrl,
    options.dimensions,
  );
  const limiter = createProviderLimiter({ ...options, provider: `The embedding provider (${provider})` });
  const { password } = new URL(baseUrl);
  const redact = createRedactor([apiKey === "none" ? "" : apiKey, password]);

  let request: Promise<OpenAiRequest> | undefined;
  /** Loads the client library on first use, so that other embedders start without it. */
  async function load(): Promise<OpenAiRequest> {
    const { createOpenAiRequest } = await import("./openai-request.ts");
    return createOpenAiRequest({
      apiKey,
      baseUrl,
      provider,
      model,
      dimensions,
      sendsDimensions,
      encoding: options.encoding ?? (isOpenAi ? "base64" : "float"),
      fetch: options.fetch,
      redact,
      now: () => timer.now(),
    });
  }

  return {
    model: id,
    dimensions,
    maxBatch,
    family: "semantic",
    async embed(texts: readonly string[], purpose: EmbeddingPurpose) {
      request ??= load();
      const send = await request;
      // Most servers reject an unpaired surrogate.
      const truncated = texts.map((text) => cutToTokens(text.toWellFormed(), maxInputTokens));
      const nonEmpty = truncated.filter((text) => text.trim() !== "");
      const batches = batchTexts(nonEmpty, { maxTexts: maxBatch, maxTokens: maxBatchTokens });
      const responses = await Promise.all(
        batches.map((batch) => limiter.run(purpose, (signal) => send(batch, signal))),
      );
      const vectors = responses.flat().values();
      return truncated.map(
        (text) => (text.trim() === "" ? undefined : vectors.next().value) ?? new Float32Array(dimensions),
      );
    },
    async close() {
      limiter.close();
    },
  };
}
