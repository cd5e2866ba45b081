import type { Pooling } from "./pooling.ts";

/** Where a model's files are. */
export type ModelSource =
  | { readonly kind: "folder"; readonly folder: string; readonly isQuantized: boolean }
  /** In `cacheDir`, or fetched into it from the hub. */
  | { readonly kind: "hub"; readonly name: string; readonly cacheDir: string; readonly hubUrl: string };

/** What a model is for: a vector of each text, or how well a passage answers a question. */
export type ModelTask =
  | { readonly kind: "embedding"; readonly pooling: Pooling }
  | { readonly kind: "relevance" };

/** What a model is asked about. */
export interface ModelInput {
  readonly text: string;
  /** The second text, for models that compare two; then `text` is the question. */
  readonly pair?: string;
}

/** What the model's process must know to load its model. */
export interface ModelSettings {
  /** Path of the package that runs models. */
  readonly runtime: string;
  readonly source: ModelSource;
  readonly task: ModelTask;
  /** Tokens after which a text is cut, where the model itself could take more. */
  readonly maxTokens: number;
  readonly threads: number;
}

/** What the model's process is asked: first of all to load the model. */
export type ModelRequest =
  | { readonly kind: "load"; readonly settings: ModelSettings }
  | { readonly kind: "ask"; readonly input: ModelInput };

/**
 * Why a model could not be loaded or asked.
 * - `runtime`: the package that runs models cannot be loaded.
 * - `unknown`: the hub has no such model, or does not give it to everybody.
 * - `away`: the hub could not be reached, or broke off.
 * - `model`: the model's files cannot be used, or the model cannot do this text.
 * - `ended`: its process ended; `silent`: it was not heard of for too long.
 */
export type ModelFailureReason = "runtime" | "unknown" | "away" | "model" | "ended" | "silent";

/** What the model's process says. */
export type ModelReply =
  | { readonly kind: "progress"; readonly loadedBytes: number; readonly totalBytes: number }
  | { readonly kind: "loaded"; readonly size: number }
  | { readonly kind: "answer"; readonly numbers: Float32Array }
  | { readonly kind: "failed"; readonly reason: ModelFailureReason; readonly detail: string };

/** What went wrong with a model, before somebody says what to do about it. */
export class ModelFailure extends Error {
  override readonly name = "ModelFailure";

  constructor(
    readonly reason: ModelFailureReason,
    detail: string,
  ) {
    super(detail);
  }
}
