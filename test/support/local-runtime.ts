import { existsSync } from "node:fs";
import { resolve } from "node:path";

const FOLDER = resolve(import.meta.dir, "../../adapters/local-models/runtime");

/** True when the package that runs local models is installed (`npm run install-local`). */
export function hasLocalRuntime(): boolean {
  return existsSync(`${FOLDER}/node_modules/@huggingface/transformers/package.json`);
}
