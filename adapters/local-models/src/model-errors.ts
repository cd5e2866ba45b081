import { QuarryError } from "@quarry/core";
import { ModelFailure } from "./model-messages.ts";

/** The settings that select a model, for error messages. */
export interface ModelUse {
  /** The setting whose value is `local`, e.g. `QUARRY_EMBEDDER`. */
  readonly switchedBy: string;
  /** The setting that contains the model's name. */
  readonly setting: string;
  /** Name of a suitable model on the hub. */
  readonly example: string;
  /** Type of model, e.g. `embedding model`. */
  readonly kind: string;
}

/** Details for the message about a model that cannot be loaded. */
export interface LoadErrorContext {
  readonly use: ModelUse;
  /** The model as configured. */
  readonly model: string;
  readonly hubUrl: string;
  /** The configured folder, or the one in the cache. */
  readonly folder: string;
}

const INSTALL = "npm run install-local";

/** The error of a missing runtime package. */
export function notInstalledError({ switchedBy }: ModelUse, cause?: unknown): QuarryError {
  return new QuarryError(
    "invalid_request",
    `${switchedBy}=local needs the package @huggingface/transformers (about 500 MB), which is not installed. ` +
      `Run in Quarry's folder: ${INSTALL}`,
    { cause },
  );
}

/** Converts a `ModelFailure` to the error for operators: why the model could not be loaded, and what to do. */
export function loadError(error: unknown, { use, model, hubUrl, folder }: LoadErrorContext): unknown {
  const remedy =
    `Copy a folder with the model's files to this machine and set ${use.setting} to its path, ` +
    `or unset ${use.switchedBy}.`;
  // The address may contain a password.
  const hub = URL.parse(hubUrl)?.origin ?? "the hub";
  if (!(error instanceof ModelFailure)) return error;
  const invalid = (message: string) => new QuarryError("invalid_request", message, { cause: error });
  const unavailable = (message: string) => new QuarryError("unavailable", message, { cause: error });
  switch (error.reason) {
    case "runtime":
      return invalid(
        "The package @huggingface/transformers is installed but cannot be loaded on this machine. " +
          `Reinstall it: ${INSTALL}`,
      );
    case "unknown":
      return invalid(
        `${hub} has no model ${model} with config.json, tokenizer.json and onnx/model.onnx, or access to it is ` +
          `restricted. Correct ${use.setting}, or set HF_TOKEN. ${remedy}`,
      );
    case "unreachable":
      return unavailable(
        `The model ${model} is not on this machine, and could not be downloaded from ${hub}. ` +
          `Restart Quarry when that address can be reached. ${remedy}`,
      );
    case "unresponsive":
      return unavailable(
        `Loading the model ${model} timed out: ${error.message}. If it was being downloaded from ${hub}, ` +
          `restart Quarry. ${remedy}`,
      );
    default:
      return invalid(
        `The model in ${folder} cannot be used: ${firstLine(error.message)}. If its files are damaged, delete the ` +
          `folder and download it again; otherwise choose another model with ${use.setting}.`,
      );
  }
}

/** The error of a loaded model that failed on a text, or could not be restarted. */
export function runError({ kind }: ModelUse, cause: unknown): QuarryError {
  return new QuarryError("unavailable", `The local ${kind} failed. Try again.`, {
    retryAfterMs: 1000,
    cause,
  });
}

function firstLine(text: string): string {
  const line = text.split("\n", 1)[0] ?? "";
  return line
    .replace(/^(\w*Error: )+/, "")
    .replace(/\.$/, "")
    .slice(0, 300);
}
