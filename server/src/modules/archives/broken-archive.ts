import { QuarryError } from "@quarry/core";

/** The error for an archive that is not as docs/archive-format.md says. */
export function brokenArchive(problem: string): QuarryError {
  return new QuarryError(
    "invalid_request",
    `The archive cannot be imported: ${problem}. Nothing was kept of it.`,
  );
}

/** The error for an archive that holds too many bytes, counted as they are when it is not compressed. */
export function archiveTooLarge(maxBytes: number): QuarryError {
  return new QuarryError(
    "payload_too_large",
    `The archive holds more than the ${maxBytes} bytes that are allowed. Nothing was kept of it. The operator can allow more with QUARRY_MAX_ARCHIVE_BYTES.`,
  );
}
