import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { evaluateFiles } from "./index.ts";

const FOLDER = process.env.QUARRY_EVAL_FILES ?? "../shared/data/files";

// The files are not part of the repository.
test.skipIf(!existsSync(`${FOLDER}/manifest.json`))(
  "every file of the manifest becomes what it should",
  async () => expect(await evaluateFiles([FOLDER])).toBe(true),
  300_000,
);
