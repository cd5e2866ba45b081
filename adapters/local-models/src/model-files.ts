import { existsSync } from "node:fs";
import { join } from "node:path";

/** What a model's folder holds besides its weights. */
export const NEEDED_FILES = ["config.json", "tokenizer.json", "tokenizer_config.json"];
/** The weights as 32-bit numbers. */
export const FULL_WEIGHTS = "onnx/model.onnx";
/** The weights in less memory, and a little less exact. */
export const QUANTIZED_WEIGHTS = "onnx/model_quantized.onnx";

/** The files that a folder lacks to be a model's. */
export function missingFiles(folder: string, weights: string): string[] {
  return [...NEEDED_FILES, weights].filter((name) => !existsSync(join(folder, name)));
}
