import { type ParsedDocument, type ParseInput, type ParserRegistry, QuarryError } from "@quarry/core";
import { DocumentText } from "../document/document-text.ts";
import { parseError } from "../document/parse-error.ts";
import { GZIP, openArchive, TAR, ZIP } from "./archive-members.ts";

const MAX_FILES = 1000;
const MAX_WARNINGS = 50;
const MAX_LEVEL = 6;
const ARCHIVES: ReadonlySet<string> = new Set([ZIP, GZIP, TAR]);
/** What programs and systems add to archives. */
const SYSTEM_FILE = /(?:^|\/)(?:__MACOSX|\.[^/]+|Thumbs\.db|desktop\.ini)(?:\/|$)/i;

/**
 * Parses an archive: each file in it is a section with its path as heading. Files that cannot be read are left out with
 * a warning; archives in archives, too.
 * @throws QuarryError `invalid_request` if no file can be read, or there are too many.
 */
export async function parseArchive(
  mimeType: string,
  { bytes, filename, onProgress }: ParseInput,
  { parse, typeOf }: ParserRegistry,
): Promise<ParsedDocument> {
  const out = new DocumentText();
  const warnings: string[] = [];
  let files = 0;
  let bytesDone = 0;
  const { members, totalBytes } = openArchive(mimeType, bytes, filename, isWanted);
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
      const file = { bytes: content, filename: path };
      if (ARCHIVES.has(typeOf(file)))
        throw parseError("It is an archive.", "Unpack it and send the files in it.");
      const parsed = await parse({ ...file, onProgress: report });
      out.heading(1, path);
      out.append(
        parsed.text,
        parsed.blocks.map((block) =>
          block.level === undefined ? block : { ...block, level: Math.min(block.level + 1, MAX_LEVEL) },
        ),
      );
      warnings.push(...(parsed.warnings ?? []).map((warning) => `${path}: ${warning}`));
    } catch (error) {
      if (!QuarryError.isInstance(error)) throw error;
      warnings.push(`${path} was not read: ${error.message}`);
    }
    bytesDone += content?.length ?? 0;
    report();
  }
  if (out.length === 0 && warnings[0] !== undefined)
    throw parseError(
      `No file of the archive could be read. ${warnings[0]}`,
      "Unpack it and send the files in it.",
    );
  return out.finish(mimeType, { warnings: atMost(warnings) });
}

function isWanted(path: string): boolean {
  return !SYSTEM_FILE.test(path);
}

function atMost(warnings: readonly string[]): readonly string[] {
  if (warnings.length <= MAX_WARNINGS) return warnings;
  return [
    ...warnings.slice(0, MAX_WARNINGS),
    `${warnings.length - MAX_WARNINGS} more warnings about other files.`,
  ];
}
