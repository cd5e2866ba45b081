import { QuarryError } from "@quarry/core";

/** The error for an archive that violates docs/archive-format.md. */
export function brokenArchive(problem: string): QuarryError {
  return new QuarryError(
    "invalid_request",
    `The archive cannot be imported: ${problem}. Nothing was imported.`,
  );
}

/** The error for an archive whose uncompressed size exceeds the limit. */
export function archiveTooLarge(maxBytes: number): QuarryError {
  return new QuarryError(
    "payload_too_large",
    `The archive exceeds the limit of ${maxBytes} bytes, so nothing was imported. The operator can raise the limit with QUARRY_MAX_ARCHIVE_BYTES.`,
  );
}
