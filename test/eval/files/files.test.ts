import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { hasEveryCase } from "../../support/scale.ts";
import { evaluateFiles } from "./index.ts";

const FOLDER = process.env.QUARRY_EVAL_FILES ?? "../shared/data/files";

/** The sample is every sixth file, because recognizing text takes a minute. */
const EVERY = hasEveryCase ? "1" : "6";

// The repository does not contain the files.
test.skipIf(!existsSync(`${FOLDER}/manifest.json`))(
  "every file in the manifest has the expected result",
  async () => expect(await evaluateFiles([FOLDER, "--every", EVERY])).toBe(true),
  300_000,
);
