import { hashedVector } from "./hashed-vector.ts";

/** How the fake provider behaves. Shares are in [0, 1], drawn with `seed`; all durations in milliseconds. */
export interface EmbeddingProviderOptions {
  /** Port, to come back under the same address. Default 0 = any free one. Only read at start. */
  readonly port: number;
  /** The bearer key that it takes. */
  readonly apiKey: string;
  /** Length of its vectors when the request names none. */
  readonly dimensions: number;
  readonly seed: number;
  /** Only calls for this model meet what is told below; all others are answered at once. */
  readonly onlyModel: string | undefined;
  /** Share of calls answered 429. */
  readonly share429: number;
  /** Share of calls answered 500. */
  readonly share500: number;
  /** Share of calls whose connection breaks in the middle of the answer. */
  readonly shareDropped: number;
  /** Share of calls answered with broken JSON. */
  readonly shareMalformed: number;
  /** Answers every call with this status. */
  readonly status: number | undefined;
  /** `error.code` of a 429. */
  readonly code429: string;
  /** Headers of a 429 or 503, e.g. `{ "retry-after": "1" }`. */
  readonly refusalHeaders: Readonly<Record<string, string>>;
  /** A true limit: at most `calls` in each `windowMs`, then 429 with `retry-after-ms`. */
  readonly limit: { readonly calls: number; readonly windowMs: number } | undefined;
  /** Time before each answer. */
  readonly delayMs: number;
  /** Share of calls that get `delayMs`; the others answer at once. */
  readonly shareDelayed: number;
  /** Answers vectors of this length, whatever was asked. */
  readonly wrongDimensions: number | undefined;
  /** Added to the number of vectors in an answer. */
  readonly extraVectors: number;
  /** Answers the vectors in another order, with their right `index`. */
  readonly shuffle: boolean;
  /** Leaves `index` out. */
  readonly withoutIndex: boolean;
  /** A text's vector: what its model holds for near. */
  readonly vectorOf: (text: string, dimensions: number) => Float32Array<ArrayBuffer>;
  /** Answers vectors of zeros. */
  readonly zeros: boolean;
  /** Answers 400 to a request with `dimensions`, as servers of models with a fixed length do. */
  readonly refusesDimensions: boolean;
  /** Answers 400 to texts that hold this, for a reason of its own. */
  readonly refusedText: string | undefined;
  /** Answers 400 to a text longer than this many characters. */
  readonly maxCharacters: number | undefined;
  /** Answers in this encoding, whatever was asked. */
  readonly forceEncoding: "float" | "base64" | undefined;
  /** Repeats the caller's key in the text of every error, as some providers do. */
  readonly echoesKey: boolean;
}

/** A provider that behaves. */
export const behavedProvider: EmbeddingProviderOptions = {
  port: 0,
  apiKey: "sk-test-0123456789abcdef",
  dimensions: 1536,
  seed: 1,
  onlyModel: undefined,
  share429: 0,
  share500: 0,
  shareDropped: 0,
  shareMalformed: 0,
  status: undefined,
  code429: "rate_limit_exceeded",
  refusalHeaders: {},
  limit: undefined,
  delayMs: 0,
  shareDelayed: 1,
  wrongDimensions: undefined,
  extraVectors: 0,
  shuffle: false,
  withoutIndex: false,
  vectorOf: hashedVector,
  zeros: false,
  refusesDimensions: false,
  refusedText: undefined,
  maxCharacters: undefined,
  forceEncoding: undefined,
  echoesKey: false,
};
