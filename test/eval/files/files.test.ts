import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { evaluateFiles } from "./index.ts";

const FOLDER = process.env.QUARRY_EVAL_FILES ?? "../shared/data/files";

/** All files in CI and at full scale; otherwise every third, because recognizing text takes a minute. */
const EVERY = process.env.CI === "true" || process.env.QUARRY_TEST_SCALE === "full" ? "1" : "3";

// The repository does not contain the files.
test.skipIf(!existsSync(`${FOLDER}/manifest.json`))(
  "every file in the manifest has the expected result",
  async () => expect(await evaluateFiles([FOLDER, "--every", EVERY])).toBe(true),
  300_000,
);
