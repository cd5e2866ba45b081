import type { ParsedDocument } from "@quarry/core";
import WordExtractor from "word-extractor";
import type { CompoundFile } from "../compound/compound-file.ts";
import { DocumentText } from "../document/document-text.ts";
import { passwordError } from "../zip/zip-errors.ts";

/** The type of Word documents before 2007. */
const DOC = "application/msword";
/** The flags of the document, and the one that says that it has a password. */
const [FLAGS_OFFSET, ENCRYPTED] = [10, 0x100];

/** Parses a Word document: its paragraphs and tables in order, then headers, footers, notes and text boxes. */
export async function parseDoc(file: CompoundFile): Promise<ParsedDocument> {
  const header = Buffer.from(file.stream("WordDocument") ?? []);
  if ((header.readUInt16LE(FLAGS_OFFSET) & ENCRYPTED) !== 0) throw passwordError();
  const document = await new WordExtractor().extract(Buffer.from(file.rebuilt()));
  const out = new DocumentText();
  const parts = [
    document.getBody(),
    document.getHeaders({ includeFooters: true }),
    document.getFootnotes(),
    document.getEndnotes(),
    document.getTextboxes(),
  ];
  for (const part of parts)
    for (const paragraph of part.split(/\n{1,1000}/))
      out.add("paragraph", paragraph.replace(/\t+/g, " | ").trim());
  return out.finish(DOC);
}
