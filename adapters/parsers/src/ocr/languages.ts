import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { QuarryError } from "@quarry/core";
import { findTesseract } from "./installed-tesseract.ts";

/**
 * Runs `task` with a temporary folder that links to the data of several languages. The data come from the npm packages
 * `@tesseract.js-data/CODE`.
 *
 * @throws QuarryError `invalid_request` with the installation command if a language is not installed.
 */
export async function withLanguages<Result>(
  codes: readonly string[],
  task: (folder: string) => Promise<Result>,
): Promise<Result> {
  const files = codes.map(languageFile);
  const folder = await mkdtemp(join(tmpdir(), "quarry-ocr-"));
  try {
    for (const file of files) await symlink(file, join(folder, basename(file)));
    return await task(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Checks that text in several languages can be recognized, by the installed Tesseract or the bundled one.
 *
 * @throws QuarryError `invalid_request` with the installation command if a language is not installed.
 */
export function requireLanguages(codes: readonly string[]): void {
  try {
    for (const code of codes) languageFile(code);
  } catch (error) {
    // Second, because it runs a program, for which a start would wait.
    if (findTesseract(codes) === undefined) throw error;
  }
}

function languageFile(code: string): string {
  try {
    return fileURLToPath(
      import.meta.resolve(`@tesseract.js-data/${code}/4.0.0_best_int/${code}.traineddata.gz`),
    );
  } catch (cause) {
    throw new QuarryError(
      "invalid_request",
      `The OCR language ${JSON.stringify(code)} is not installed. Run: bun add @tesseract.js-data/${code}, or install tesseract with this language.`,
      { cause },
    );
  }
}
