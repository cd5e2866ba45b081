import { QuarryError } from "@quarry/core";

/** OpenAI's models, whose dimensions are known without asking. */
const openAiModels: Readonly<Record<string, { readonly dimensions: number; readonly shortens: boolean }>> = {
  "text-embedding-3-small": { dimensions: 1536, shortens: true },
  "text-embedding-3-large": { dimensions: 3072, shortens: true },
  "text-embedding-ada-002": { dimensions: 1536, shortens: false },
};

/** What decides the vectors: change any of it and they no longer compare. */
export interface OpenAiIdentity {
  /** The embedder's `model`. */
  readonly id: string;
  readonly dimensions: number;
  /** True when the provider must be asked for this many dimensions. */
  readonly asksDimensions: boolean;
  /** Host and port, for messages. */
  readonly provider: string;
  /** True for OpenAI itself, in any region. */
  readonly isOpenAi: boolean;
}

function invalidDimensions(message: string): QuarryError {
  return new QuarryError("invalid_request", `Setting QUARRY_EMBEDDING_DIMENSIONS ${message}.`);
}

/**
 * Works out dimensions and id without calling anybody, so that a server starts while its provider is away.
 * @param dimensions As configured; needed for models that are not OpenAI's.
 * @throws QuarryError `invalid_request` when they are needed and missing, or not possible with this model.
 */
export function openAiIdentity(
  model: string,
  baseUrl: string,
  dimensions: number | undefined,
): OpenAiIdentity {
  if (!URL.canParse(baseUrl)) {
    throw new QuarryError("invalid_request", "Setting OPENAI_BASE_URL is not a URL.");
  }
  const { host, hostname } = new URL(baseUrl);
  const isOpenAi = hostname === "api.openai.com" || hostname.endsWith(".api.openai.com");
  const known = openAiModels[model];
  const wanted = dimensions ?? known?.dimensions;
  if (wanted === undefined) {
    throw invalidDimensions(
      `is needed with the embedding model ${model}: the length of its vectors, e.g. 768`,
    );
  }
  if (!Number.isInteger(wanted) || wanted < 1)
    throw invalidDimensions(`must be a whole number above 0, not ${wanted}`);
  const isNative = wanted === known?.dimensions;
  if (known !== undefined && !isNative && (!known.shortens || wanted > known.dimensions)) {
    throw invalidDimensions(`cannot be ${wanted} with ${model}, whose vectors have ${known.dimensions}`);
  }
  // The native length is not part of the id: setting it explicitly must not re-embed everything.
  const id = `openai:${model}${isNative ? "" : `:${wanted}`}${isOpenAi ? "" : `@${host}`}`;
  return { id, dimensions: wanted, asksDimensions: !isNative, provider: host, isOpenAi };
}
