import type { Pooling } from "./pooling.ts";

/** The location of a model's files. */
export type ModelSource =
  | { readonly kind: "folder"; readonly folder: string; readonly isQuantized: boolean }
  /** In `cacheDir`, or to be downloaded from the hub. */
  | { readonly kind: "hub"; readonly name: string; readonly cacheDir: string; readonly hubUrl: string };

/** What a model computes: the vector of a text, or the relevance of a passage to a question. */
export type ModelTask =
  | { readonly kind: "embedding"; readonly pooling: Pooling }
  | { readonly kind: "relevance" };

/** The input of a model. */
export interface ModelInput {
  readonly text: string;
  /** The passage, for models that compare two texts; `text` is then the question. */
  readonly pair?: string;
}

/** The settings with which the child process loads its model. */
export interface ModelSettings {
  /** Path of the runtime package. */
  readonly runtime: string;
  readonly source: ModelSource;
  readonly task: ModelTask;
  /** Tokens after which a text is truncated, unless the model's limit is lower. */
  readonly maxTokens: number;
  readonly threads: number;
}

/** A request to the child process. The first one is `load`. */
export type ModelRequest =
  | { readonly kind: "load"; readonly settings: ModelSettings }
  | { readonly kind: "run"; readonly input: ModelInput };

/**
 * Why a model could not be loaded or run.
 * - `runtime`: the runtime package cannot be loaded.
 * - `unknown`: the hub has no such model, or access to it is restricted.
 * - `unreachable`: the hub could not be reached, or the download failed.
 * - `model`: the model's files are unusable, or the model failed on this text.
 * - `exited`: the child process exited.
 * - `unresponsive`: the child process sent no message for too long.
 */
export type ModelFailureReason = "runtime" | "unknown" | "unreachable" | "model" | "exited" | "unresponsive";

/** A message from the child process. */
export type ModelReply =
  | { readonly kind: "progress"; readonly loadedBytes: number; readonly totalBytes: number }
  | { readonly kind: "loaded"; readonly size: number }
  | { readonly kind: "output"; readonly numbers: Float32Array }
  | { readonly kind: "failed"; readonly reason: ModelFailureReason; readonly detail: string };

/** A failure of a model. `loadError` and `runError` add what to do about it. */
export class ModelFailure extends Error {
  override readonly name = "ModelFailure";

  constructor(
    readonly reason: ModelFailureReason,
    detail: string,
  ) {
    super(detail);
  }
}
