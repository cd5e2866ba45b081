import type { ParsedDocument, ParseInput, ParserRegistry } from "@quarry/core";
import { DocumentText } from "../document/document-text.ts";
import { type ArchivedFile, atMost, isArchive, noFileRead, openArchiveFiles } from "./archive-files.ts";

/**
 * Unpacks an archive. Calls `take` with each file, in order and awaited; a path occurs once. Damaged files and archives in
 * the archive are left out with a warning.
 * @returns The archive as a document whose text lists its files; undefined if the file is no archive of files.
 * @throws QuarryError `invalid_request` if the archive cannot be read, has too many files or no file.
 */
export async function unpackArchive(
  typeOf: ParserRegistry["typeOf"],
  input: ParseInput,
  take: (file: ArchivedFile) => Promise<void>,
): Promise<ParsedDocument | undefined> {
  const mimeType = typeOf(input);
  if (!isArchive(mimeType)) return undefined;
  const archive = openArchiveFiles(mimeType, input, typeOf);
  if (archive.isSingleFile) return undefined;
  const out = new DocumentText();
  const paths = new Set<string>();
  const warnings: string[] = [];
  const unread = await archive.each(async (file) => {
    const { path } = file;
    if (paths.has(path)) {
      warnings.push(`${path} is in the archive more than once. Only the first one was read.`);
      return;
    }
    paths.add(path);
    out.add("paragraph", path);
    await take(file);
  });
  warnings.unshift(...unread);
  if (paths.size === 0 && warnings[0] !== undefined) throw noFileRead(warnings[0]);
  return out.finish(mimeType, { warnings: atMost(warnings) });
}
