import { type ParseInput, type ParserRegistry, QuarryError } from "@quarry/core";
import { parseError } from "../document/parse-error.ts";
import { GZIP, openArchive, TAR, ZIP } from "./archive-members.ts";

const MAX_FILES = 1000;
const MAX_WARNINGS = 50;
const ARCHIVES: ReadonlySet<string> = new Set([ZIP, GZIP, TAR]);
/** What programs and systems add to archives. */
const SYSTEM_FILE = /(?:^|\/)(?:__MACOSX|\.[^/]+|Thumbs\.db|desktop\.ini)(?:\/|$)/i;

/** A file of an archive. */
export interface ArchivedFile {
  /** Path in the archive, with `/` between folders. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** An archive that is being read. */
export interface OpenedArchive {
  /** True for a gzip file that holds one file and no tar archive. */
  readonly isSingleFile: boolean;
  /**
   * Calls `take` with each file, one after another. Files that are damaged, and archives, are left out with a warning.
   * @param take May throw a `QuarryError`, which becomes a warning, too. Calls `report` while it works on the file.
   * @returns The warnings.
   * @throws QuarryError `invalid_request` if the archive has too many files.
   */
  each(take: (file: ArchivedFile, report: () => void) => Promise<void>): Promise<readonly string[]>;
}

/**
 * Opens an archive.
 * @throws QuarryError `invalid_request` if the archive is damaged, has a password or is too large after unpacking.
 */
export function openArchiveFiles(
  mimeType: string,
  { bytes, filename, onProgress }: ParseInput,
  typeOf: ParserRegistry["typeOf"],
): OpenedArchive {
  const { members, totalBytes, isSingleFile } = openArchive(mimeType, bytes, filename, isWanted);

  const each: OpenedArchive["each"] = async (take) => {
    const warnings: string[] = [];
    let files = 0;
    let bytesDone = 0;
    const report = () => onProgress?.({ stage: "reading", bytesDone, bytesTotal: totalBytes });
    for (const { path, bytes: content } of members) {
      if (content?.length === 0) continue;
      files += 1;
      if (files > MAX_FILES)
        throw parseError(
          `The archive has more than ${MAX_FILES.toLocaleString("en-US")} files.`,
          "Unpack it and send the files in it.",
        );
      try {
        if (!content) throw parseError("The archive is damaged there.", "Pack it again.");
        if (ARCHIVES.has(typeOf({ bytes: content, filename: path })))
          throw parseError("It is an archive.", "Unpack it and send the files in it.");
        await take({ path, bytes: content }, report);
      } catch (error) {
        if (!QuarryError.isInstance(error)) throw error;
        warnings.push(`${path} was not read: ${error.message}`);
      }
      bytesDone += content?.length ?? 0;
      report();
    }
    return warnings;
  };
  return { isSingleFile, each };
}

function isWanted(path: string): boolean {
  return !SYSTEM_FILE.test(path);
}

/** True for the types of archives. */
export function isArchive(mimeType: string): boolean {
  return ARCHIVES.has(mimeType);
}

/** The first warnings, and how many more there are. */
export function atMost(warnings: readonly string[]): readonly string[] {
  if (warnings.length <= MAX_WARNINGS) return warnings;
  return [
    ...warnings.slice(0, MAX_WARNINGS),
    `${warnings.length - MAX_WARNINGS} more warnings about other files.`,
  ];
}

/** The error for an archive without a file that can be read. */
export function noFileRead(warning: string): QuarryError {
  return parseError(
    `No file of the archive could be read. ${warning}`,
    "Unpack it and send the files in it.",
  );
}
