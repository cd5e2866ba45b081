import { existsSync } from "node:fs";
import { join } from "node:path";

/** The files in a model's folder, in addition to its weights. */
export const REQUIRED_FILES = ["config.json", "tokenizer.json", "tokenizer_config.json"];
/** The weights as 32-bit floats. */
export const FULL_WEIGHTS = "onnx/model.onnx";
/** The weights as 8-bit integers: less memory, slightly less accurate. */
export const QUANTIZED_WEIGHTS = "onnx/model_quantized.onnx";

/** Returns the required files that a folder lacks. */
export function missingFiles(folder: string, weights: string): string[] {
  return [...REQUIRED_FILES, weights].filter((name) => !existsSync(join(folder, name)));
}
