import { QuarryError } from "@quarry/core";

/** Native dimensions of OpenAI's models, and whether they can return shorter vectors. */
const OPENAI_MODELS: Readonly<Record<string, { readonly dimensions: number; readonly shortens: boolean }>> = {
  "text-embedding-3-small": { dimensions: 1536, shortens: true },
  "text-embedding-3-large": { dimensions: 3072, shortens: true },
  "text-embedding-ada-002": { dimensions: 1536, shortens: false },
};

/** The properties that determine the vectors. Vectors are only comparable if all of them are equal. */
export interface OpenAiIdentity {
  /** The embedder's `model`. */
  readonly id: string;
  readonly dimensions: number;
  /** True if requests must contain the `dimensions` field. */
  readonly sendsDimensions: boolean;
  /** Host and port, for messages. */
  readonly provider: string;
  /** True for OpenAI itself, in any region. */
  readonly isOpenAi: boolean;
}

function invalidDimensions(message: string): QuarryError {
  return new QuarryError("invalid_request", `Setting QUARRY_EMBEDDING_DIMENSIONS ${message}.`);
}

/**
 * Derives dimensions and id without calling the provider, so that the server starts while the provider is unavailable.
 *
 * @param dimensions As configured. Required for models that are not OpenAI's.
 * @throws QuarryError `invalid_request` if the dimensions are missing, or not possible with this model.
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
  const known = OPENAI_MODELS[model];
  const wanted = dimensions ?? known?.dimensions;
  if (wanted === undefined) {
    throw invalidDimensions(
      `is required with the embedding model ${model}: set it to the length of the model's vectors, e.g. 768`,
    );
  }
  if (!Number.isInteger(wanted) || wanted < 1)
    throw invalidDimensions(`must be a whole number above 0, not ${wanted}`);
  const isNative = wanted === known?.dimensions;
  if (known !== undefined && !isNative && (!known.shortens || wanted > known.dimensions)) {
    throw invalidDimensions(`cannot be ${wanted} with ${model}, whose vectors have ${known.dimensions}`);
  }
  // The native length is not part of the id: setting it explicitly must not re-embed all documents.
  const id = `openai:${model}${isNative ? "" : `:${wanted}`}${isOpenAi ? "" : `@${host}`}`;
  return { id, dimensions: wanted, sendsDimensions: !isNative, provider: host, isOpenAi };
}
