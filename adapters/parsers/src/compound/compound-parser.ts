import { type ParsedDocument, type ParseInput, QuarryError } from "@quarry/core";
import { parseError } from "../document/parse-error.ts";
import { damagedError, passwordError } from "../zip/zip-errors.ts";
import { openCompound } from "./compound-file.ts";

/** Parses a compound file by the streams in it. */
export async function parseCompound(input: ParseInput): Promise<ParsedDocument> {
  const file = openCompound(input.bytes);
  if (file.stream("EncryptedPackage")) throw passwordError();
  try {
    if (file.stream("WordDocument"))
      return await (await import("../old-office/doc-parser.ts")).parseDoc(file);
    const workbook = file.stream("Workbook") ?? file.stream("Book");
    if (workbook) return (await import("../old-office/xls-parser.ts")).parseXls(workbook);
    if (file.stream("PowerPoint Document"))
      return (await import("../old-office/ppt-parser.ts")).parsePpt(file);
    if (file.stream("__properties_version1.0")) return (await import("../mail/msg-parser.ts")).parseMsg(file);
  } catch (error) {
    // The structures point into the file; a damaged one points beyond its end.
    if (error instanceof RangeError) throw damagedError("Office document");
    throw QuarryError.isInstance(error) ? error : damagedError("Office document");
  }
  throw parseError(
    "The file is an OLE compound file without a Word, Excel or PowerPoint document or a mail in it; this type is not supported by this version.",
    "Extract its text and send that as plain text, Markdown or HTML.",
  );
}
