import { existsSync, statSync } from "node:fs";
import { basename, isAbsolute, join } from "node:path";
import { QuarryError } from "@quarry/core";
import type { ModelUse } from "./model-errors.ts";
import { FULL_WEIGHTS, missingFiles, QUANTIZED_WEIGHTS, REQUIRED_FILES } from "./model-files.ts";
import type { ModelSource } from "./model-messages.ts";

/** A model that can be loaded. */
export interface FoundModel {
  readonly source: ModelSource;
  /** The model's name; for a folder, also a hash of its files. */
  readonly id: string;
}

/**
 * Resolves `model`, which is the path of a folder or a name on the hub.
 *
 * @throws QuarryError `invalid_request` if it is neither, or if the folder lacks a file.
 */
export async function findModel(
  model: string,
  hub: { readonly cacheDir: string; readonly hubUrl: string },
  { setting, example }: ModelUse,
): Promise<FoundModel> {
  if (isAbsolute(model)) return findFolder(model, setting);
  if (!/^(?:\w[\w.-]*\/)?\w[\w.-]*$/.test(model) || /\.\.|--/.test(model)) {
    throw new QuarryError(
      "invalid_request",
      `${setting}=${JSON.stringify(model)} is neither a model's name on the hub, such as ` +
        `${example}, nor the path of a folder, such as ./models/${basename(example)}.`,
    );
  }
  return { source: { kind: "hub", name: model, ...hub }, id: model };
}

async function findFolder(folder: string, setting: string): Promise<FoundModel> {
  const exists = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  const isQuantized = !existsSync(join(folder, FULL_WEIGHTS)) && existsSync(join(folder, QUANTIZED_WEIGHTS));
  const weights = isQuantized ? QUANTIZED_WEIGHTS : FULL_WEIGHTS;
  const missing = missingFiles(folder, weights);
  if (missing.length > 0) {
    throw new QuarryError(
      "invalid_request",
      `The folder ${folder} of ${setting} ${exists ? `lacks ${missing.join(", ")}` : "does not exist"}. ` +
        "It must contain a model in the layout of the Hugging Face hub: " +
        `${REQUIRED_FILES.join(", ")} and ${FULL_WEIGHTS} or ${QUANTIZED_WEIGHTS}.`,
    );
  }
  const hash = await hashOf([weights, `${weights}_data`, "tokenizer.json"].map((name) => join(folder, name)));
  return { source: { kind: "folder", folder, isQuantized }, id: `${basename(folder)}:${hash.slice(0, 12)}` };
}

/** Hashes the files' contents. Only large models have a separate data file. */
async function hashOf(paths: readonly string[]): Promise<string> {
  const hasher = new Bun.CryptoHasher("sha256");
  for (const path of paths.filter(existsSync))
    for await (const bytes of Bun.file(path).stream()) hasher.update(bytes);
  return hasher.digest("hex");
}
