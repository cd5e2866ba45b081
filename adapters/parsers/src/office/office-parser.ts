import type { ParsedDocument, ParseInput, QuarryError } from "@quarry/core";
import { type OfficeParserAST, parseOffice } from "officeparser";
import { DocumentText } from "../document/document-text.ts";
import { parseError } from "../document/parse-error.ts";
import { assertNotEncrypted } from "../opendocument/odf-encryption.ts";
import { damagedError, passwordError } from "../zip/zip-errors.ts";
import { openZip } from "../zip/zip-files.ts";
import { writeOfficeNodes } from "./office-nodes.ts";
import { OFFICE_TYPES, type OfficeType } from "./office-types.ts";

const LIMITS = {
  maxUncompressedBytes: 300_000_000,
  maxZipEntries: 10_000,
  maxTableCells: 2_000_000,
  maxXmlElements: 1_500_000,
  maxRepeatedContent: 1_000_000,
};

/** Parses OpenDocument presentations. */
export async function parseOfficeFile(mimeType: OfficeType, { bytes }: ParseInput): Promise<ParsedDocument> {
  assertNotEncrypted(openZip(bytes, OFFICE_TYPES[mimeType][1]));
  const tree = await readTree(mimeType, bytes);
  const text = new DocumentText();
  writeOfficeNodes(tree, text);
  const { title } = tree.metadata;
  return text.finish(mimeType, {
    ...(title ? { title } : {}),
    warnings: tree.warnings.map(({ message }) => message),
  });
}

async function readTree(mimeType: OfficeType, bytes: Uint8Array): Promise<OfficeParserAST> {
  try {
    return await parseOffice(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
      fileType: OFFICE_TYPES[mimeType][0],
      // officeparser returns chart data as attachments.
      extractAttachments: true,
      ignoreComments: true,
      ignoreSlideMasters: true,
      ignoreHeadersAndFooters: true,
      decompressionLimits: LIMITS,
    });
  } catch (error) {
    throw toParseError(error, OFFICE_TYPES[mimeType][1]);
  }
}

function toParseError(error: unknown, kind: string): QuarryError {
  switch ((error as { code?: string }).code) {
    case "PASSWORD_REQUIRED":
    case "PASSWORD_INCORRECT":
      return passwordError();
    case "ZIP_SIZE_LIMIT_EXCEEDED":
    case "ZIP_ENTRY_COUNT_LIMIT_EXCEEDED":
    case "XML_ELEMENT_LIMIT_EXCEEDED":
    case "MAX_NESTING_DEPTH_EXCEEDED":
      return parseError(
        "The file is too large after unpacking.",
        "Split it into smaller files, or send its text.",
      );
    default:
      return damagedError(kind);
  }
}
