import { existsSync, statSync } from "node:fs";
import { basename, isAbsolute, join } from "node:path";
import { QuarryError } from "@quarry/core";
import type { ModelSource } from "./model-messages.ts";

/** A model that may be loaded. */
export interface FoundModel {
  readonly source: ModelSource;
  /** Its name, and for a folder what tells its files from those of another model in the same place. */
  readonly id: string;
}

const NEEDED = ["config.json", "tokenizer.json", "tokenizer_config.json"];
const FULL = join("onnx", "model.onnx");
const QUANTIZED = join("onnx", "model_quantized.onnx");

/**
 * What `model` means: the path of a folder, or a name on the hub.
 * @throws QuarryError `invalid_request` when it is neither, or when the folder lacks a file.
 */
export async function findModel(
  model: string,
  hub: { readonly cacheDir: string; readonly hubUrl: string },
): Promise<FoundModel> {
  if (isAbsolute(model)) return findFolder(model);
  if (!/^(?:\w[\w.-]*\/)?\w[\w.-]*$/.test(model) || /\.\.|--/.test(model)) {
    throw new QuarryError(
      "invalid_request",
      `QUARRY_LOCAL_MODEL=${JSON.stringify(model)} is neither a model's name on the hub, such as ` +
        "Xenova/bge-small-en-v1.5, nor the path of a folder, such as ./models/bge-small.",
    );
  }
  return { source: { kind: "hub", name: model, ...hub }, id: model };
}

async function findFolder(folder: string): Promise<FoundModel> {
  const has = (name: string) => existsSync(join(folder, name));
  const missing = NEEDED.filter((name) => !has(name));
  if (!has(FULL) && !has(QUANTIZED)) missing.push(`${FULL} (or ${QUANTIZED})`);
  if (!existsSync(folder) || !statSync(folder).isDirectory() || missing.length > 0) {
    throw new QuarryError(
      "invalid_request",
      `The folder ${folder} of QUARRY_LOCAL_MODEL ${existsSync(folder) ? `lacks ${missing.join(", ")}` : "does not exist"}. ` +
        "It must hold a model as the Hugging Face hub has it: " +
        `${NEEDED.join(", ")} and ${FULL} or ${QUANTIZED}.`,
    );
  }
  const isQuantized = !has(FULL);
  const weights = isQuantized ? QUANTIZED : FULL;
  const hash = await hashOf([weights, `${weights}_data`, "tokenizer.json"].map((name) => join(folder, name)));
  return { source: { kind: "folder", folder, isQuantized }, id: `${basename(folder)}:${hash.slice(0, 12)}` };
}

/** Of the files' bytes; large models have a second file, which the others lack. */
async function hashOf(paths: readonly string[]): Promise<string> {
  const hasher = new Bun.CryptoHasher("sha256");
  for (const path of paths.filter(existsSync))
    for await (const bytes of Bun.file(path).stream()) hasher.update(bytes);
  return hasher.digest("hex");
}
