import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { QuarryError } from "@quarry/core";

/**
 * Gives `task` one folder in which the data of several languages are, from npm's packages `@tesseract.js-data/CODE`.
 * @throws QuarryError `invalid_request` that says how to install a language that is not there.
 */
export async function withLanguages<Result>(
  codes: readonly string[],
  task: (folder: string) => Promise<Result>,
): Promise<Result> {
  const files = codes.map(fileOf);
  const folder = await mkdtemp(join(tmpdir(), "quarry-ocr-"));
  try {
    for (const file of files) await symlink(file, join(folder, basename(file)));
    return await task(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Makes sure that the data of several languages are installed.
 * @throws QuarryError `invalid_request` that says how to install one that is not.
 */
export function requireLanguages(codes: readonly string[]): void {
  for (const code of codes) fileOf(code);
}

function fileOf(code: string): string {
  try {
    return fileURLToPath(
      import.meta.resolve(`@tesseract.js-data/${code}/4.0.0_best_int/${code}.traineddata.gz`),
    );
  } catch (cause) {
    throw new QuarryError(
      "invalid_request",
      `The language ${JSON.stringify(code)} for reading pictures is not installed. Run: bun add @tesseract.js-data/${code}`,
      { cause },
    );
  }
}
