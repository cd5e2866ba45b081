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

/** What `createOpenAiEmbedder` takes. Durations in milliseconds. */
export interface OpenAiEmbedderOptions extends Omit<ProviderLimiterOptions, "provider"> {
  /** The secret; anything for a server without keys. It appears in no error. */
  readonly apiKey: string;
  /** Address up to `/v1`. Default OpenAI's. */
  readonly baseUrl?: string | undefined;
  /** Default `text-embedding-3-small`. */
  readonly model?: string | undefined;
  /**
   * Length of the vectors, asked of the provider where the model can be shortened. Known for OpenAI's models; needed for
   * all others, because nothing is called before the first `embed`, so that the server starts while the provider is
   * away. A wrong number does no harm: the error of the first call names the right one.
   */
  readonly dimensions?: number | undefined;
  /** Most texts in one request. Default 128; OpenAI takes 2,048. */
  readonly maxBatch?: number;
  /** Most estimated tokens in one request. Default 100,000; OpenAI takes 300,000. */
  readonly maxBatchTokens?: number;
  /** Estimated tokens after which a text is cut. Default 8,000, a little under the 8,192 of OpenAI's models. */
  readonly maxInputTokens?: number;
  /** Default: base64 from OpenAI, float from all others. */
  readonly encoding?: "float" | "base64";
  readonly fetch?: typeof fetch;
}

/**
 * An embedder behind OpenAI's API or any server that speaks it. Empty texts are never sent; their vector is all zeros.
 * The other vectors have length 1.
 * @throws QuarryError `invalid_request` when key, address or dimensions cannot be right.
 */
export function createOpenAiEmbedder(options: OpenAiEmbedderOptions): Embedder {
  const { baseUrl = "https://api.openai.com/v1", model = "text-embedding-3-small" } = options;
  const { maxBatch = 128, maxBatchTokens = 100_000, maxInputTokens = 8000, timer = systemTimer } = options;
  // A key out of a file often ends in a newline.
  const apiKey = options.apiKey.trim() || "none";
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new QuarryError("invalid_request", "Setting OPENAI_API_KEY holds characters that no key has.");
  }
  const { id, dimensions, asksDimensions, provider, isOpenAi } = openAiIdentity(
    model,
    baseUrl,
    options.dimensions,
  );
  const limiter = createProviderLimiter({ ...options, provider: `The embedding provider (${provider})` });
  const { password } = new URL(baseUrl);
  const redact = createRedactor([apiKey === "none" ? "" : apiKey, password]);

  let request: Promise<OpenAiRequest> | undefined;
  /** The client library is loaded on first use, so that other embedders do not pay for it at start. */
  async function load(): Promise<OpenAiRequest> {
    const { createOpenAiRequest } = await import("./openai-request.ts");
    return createOpenAiRequest({
      apiKey,
      baseUrl,
      provider,
      model,
      dimensions,
      asksDimensions,
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
      // Half a surrogate pair is valid in JavaScript and an error in most servers.
      const cut = texts.map((text) => cutToTokens(text.toWellFormed(), maxInputTokens));
      const filled = cut.filter((text) => text.trim() !== "");
      const batches = batchTexts(filled, { maxTexts: maxBatch, maxTokens: maxBatchTokens });
      const answers = await Promise.all(
        batches.map((batch) => limiter.run(purpose, (signal) => send(batch, signal))),
      );
      const vectors = answers.flat().values();
      return cut.map(
        (text) => (text.trim() === "" ? undefined : vectors.next().value) ?? new Float32Array(dimensions),
      );
    },
    async close() {
      limiter.close();
    },
  };
}
