import { QuarryError } from "@quarry/core";

/** The error for a filename that another document of the space has. */
export function filenameTaken(filename: string): QuarryError {
  return new QuarryError(
    "conflict",
    `The space already has a document named ${JSON.stringify(filename)}. Use PUT /api/documents to replace it, or choose another filename.`,
  );
}
