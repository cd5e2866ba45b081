import { hashedVector } from "./hashed-vector.ts";

/** Behaviour of the fake provider. Shares are in [0, 1] and drawn with `seed`; durations are in milliseconds. */
export interface EmbeddingProviderOptions {
  /** Port to listen on; 0 takes a free one. Read only at start. */
  readonly port: number;
  /** The accepted bearer key. */
  readonly apiKey: string;
  /** Vector length when the request does not set one. */
  readonly dimensions: number;
  readonly seed: number;
  /** Limits the faults below to calls for this model. */
  readonly onlyModel: string | undefined;
  /** Share of calls answered 429. */
  readonly share429: number;
  /** Share of calls answered 500. */
  readonly share500: number;
  /** Share of calls whose connection breaks in the middle of the answer. */
  readonly shareDropped: number;
  /** Share of calls answered with broken JSON. */
  readonly shareMalformed: number;
  /** Status of every response. */
  readonly status: number | undefined;
  /** `error.code` of a 429. */
  readonly code429: string;
  /** Headers of a 429 or 503, e.g. `{ "retry-after": "1" }`. */
  readonly refusalHeaders: Readonly<Record<string, string>>;
  /** A rate limit: at most `calls` per `windowMs`, then 429 with `retry-after-ms`. */
  readonly limit: { readonly calls: number; readonly windowMs: number } | undefined;
  /** Time before each answer. */
  readonly delayMs: number;
  /** Share of calls delayed by `delayMs`. */
  readonly shareDelayed: number;
  /** Returns vectors of this length regardless of the request. */
  readonly wrongDimensions: number | undefined;
  /** Number of surplus vectors in a response; negative for missing ones. */
  readonly extraVectors: number;
  /** Returns the vectors in another order, with correct `index`. */
  readonly shuffle: boolean;
  /** Omits `index`. */
  readonly withoutIndex: boolean;
  /** Computes a text's vector. */
  readonly vectorOf: (text: string, dimensions: number) => Float32Array<ArrayBuffer>;
  /** Returns zero vectors. */
  readonly zeros: boolean;
  /** Refuses `dimensions` with 400, like servers of models with a fixed length. */
  readonly refusesDimensions: boolean;
  /** Refuses texts that contain this with 400. */
  readonly refusedText: string | undefined;
  /** Refuses longer texts, in characters, with 400. */
  readonly maxCharacters: number | undefined;
  /** Responds in this encoding regardless of the request. */
  readonly forceEncoding: "float" | "base64" | undefined;
  /** Includes the caller's key in error messages, as some providers do. */
  readonly echoesKey: boolean;
}

/** A provider without faults. */
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
