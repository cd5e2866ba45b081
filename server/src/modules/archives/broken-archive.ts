import { QuarryError } from "@quarry/core";

/** The error for an archive that is not as docs/archive-format.md says. */
export function brokenArchive(problem: string): QuarryError {
  return new QuarryError(
    "invalid_request",
    `The archive cannot be imported: ${problem}. Nothing was kept of it.`,
  );
}
