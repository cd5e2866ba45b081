import { QuarryError } from "@quarry/core";
import { ModelFailure } from "./model-messages.ts";

/** What a model is used for, in the words of the settings: operators read them in messages. */
export interface ModelUse {
  /** The setting that is `local`, e.g. `QUARRY_EMBEDDER`. */
  readonly switchedBy: string;
  /** The setting that names the model. */
  readonly setting: string;
  /** Name of a model on the hub that would do. */
  readonly example: string;
  /** What it is called, e.g. `embedding model`. */
  readonly kind: string;
}

/** What is said when a model cannot be loaded. */
export interface ModelFaultContext {
  readonly use: ModelUse;
  /** The model as it was configured. */
  readonly model: string;
  readonly hubUrl: string;
  /** Where a fetched model is, or the folder that was given. */
  readonly folder: string;
}

const INSTALL = "npm run install-local";

/** The package that runs models is not there. */
export function notInstalled({ switchedBy }: ModelUse, cause?: unknown): QuarryError {
  return new QuarryError(
    "invalid_request",
    `${switchedBy}=local needs the package @huggingface/transformers (about 500 MB), which is not installed. ` +
      `Run in Quarry's folder: ${INSTALL}`,
    { cause },
  );
}

/** Why a model could not be loaded, and what to do about it. */
export function loadFault(error: unknown, { use, model, hubUrl, folder }: ModelFaultContext): unknown {
  const remedy =
    `Copy a folder with the model's files to this machine and set ${use.setting} to its path, ` +
    `or unset ${use.switchedBy}.`;
  // An address may hold a password.
  const hub = URL.parse(hubUrl)?.origin ?? "the hub";
  if (!(error instanceof ModelFailure)) return error;
  const refused = (message: string) => new QuarryError("invalid_request", message, { cause: error });
  switch (error.reason) {
    case "runtime":
      return refused(
        `The package @huggingface/transformers is installed but cannot be loaded on this machine. Install it anew: ${INSTALL}`,
      );
    case "unknown":
      return refused(
        `${hub} has no model ${model} with config.json, tokenizer.json and onnx/model.onnx, or does not give it ` +
          `to everybody. Correct ${use.setting}, or set HF_TOKEN. ${remedy}`,
      );
    case "away":
      return new QuarryError(
        "unavailable",
        `The model ${model} is not on this machine, and could not be downloaded from ${hub}. ` +
          `Start again when that address can be reached. ${remedy}`,
        { cause: error },
      );
    case "silent":
      return new QuarryError(
        "unavailable",
        `Loading the model ${model} was given up: ${error.message}. If it was being downloaded from ${hub}, start again. ${remedy}`,
        { cause: error },
      );
    default:
      return refused(
        `The model in ${folder} cannot be used: ${firstLine(error.message)}. If its files are damaged, delete the ` +
          `folder and get it again; otherwise choose another model with ${use.setting}.`,
      );
  }
}

/** A loaded model that failed on a text, or could not be loaded a second time. */
export function askFault({ kind }: ModelUse, cause: unknown): QuarryError {
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
