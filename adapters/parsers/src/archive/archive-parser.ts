import type { ParsedDocument, ParseInput, ParserRegistry } from "@quarry/core";
import { DocumentText } from "../document/document-text.ts";
import { atMost, noFileRead, openArchiveFiles } from "./archive-files.ts";

const MAX_LEVEL = 6;

/**
 * Parses an archive: each file in it is a section with its path as heading. Files that cannot be read are left out with
 * a warning; archives in archives, too.
 * @throws QuarryError `invalid_request` if no file can be read, or there are too many.
 */
export async function parseArchive(
  mimeType: string,
  input: ParseInput,
  { parse, typeOf }: ParserRegistry,
): Promise<ParsedDocument> {
  const out = new DocumentText();
  const notes: string[] = [];
  const unread = await openArchiveFiles(mimeType, input, typeOf).each(async ({ path, bytes }, report) => {
    const parsed = await parse({ bytes, filename: path, onProgress: report });
    out.heading(1, path);
    out.append(
      parsed.text,
      parsed.blocks.map((block) =>
        block.level === undefined ? block : { ...block, level: Math.min(block.level + 1, MAX_LEVEL) },
      ),
    );
    notes.push(...(parsed.warnings ?? []).map((warning) => `${path}: ${warning}`));
  });
  const warnings = [...unread, ...notes];
  if (out.length === 0 && warnings[0] !== undefined) throw noFileRead(warnings[0]);
  return out.finish(mimeType, { warnings: atMost(warnings) });
}
