import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { evaluateFiles } from "./index.ts";

const FOLDER = process.env.QUARRY_EVAL_FILES ?? "../shared/data/files";

// The repository does not contain the files.
test.skipIf(!existsSync(`${FOLDER}/manifest.json`))(
  "every file in the manifest has the expected result",
  async () => expect(await evaluateFiles([FOLDER])).toBe(true),
  300_000,
);
