import { join } from "node:path";
import { UserError } from "../user-error.ts";

/** The expected result of a file. */
export type Expectation =
  | "text"
  | "text_by_ocr"
  | "text_or_error"
  | "text_or_error_if_unsupported"
  | "error"
  | "error_without_password"
  | "error_or_skip"
  | "no_text"
  | "must_be_bounded";

/** A file and its expected result. */
export interface ManifestEntry {
  readonly file: string;
  readonly kind: string;
  readonly expect: Expectation;
  /** Phrases that the text must contain. */
  readonly phrases: readonly string[];
}

/** Reads a folder's `manifest.json`. */
export async function readManifest(folder: string): Promise<ManifestEntry[]> {
  const file = Bun.file(join(folder, "manifest.json"));
  if (!(await file.exists()))
    throw new UserError(
      `${folder} contains no manifest.json. Pass the folder of the test files as an argument.`,
    );
  return (await file.json()) as ManifestEntry[];
}
