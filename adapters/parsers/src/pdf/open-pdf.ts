import { fileURLToPath } from "node:url";
import { PDFParse } from "pdf-parse";
import type { PDFDocumentProxy } from "pdfjs-dist";
import { parseError } from "../document/parse-error.ts";

const pdfjsFolder = (folder: string) =>
  fileURLToPath(new URL(`${folder}/`, import.meta.resolve("pdfjs-dist/package.json")));

/** Opens a PDF. The caller must call `destroy()`. */
export function openPdf(bytes: Uint8Array): PDFParse {
  return new PDFParse({
    data: new Uint8Array(bytes),
    cMapUrl: pdfjsFolder("cmaps"),
    cMapPacked: true,
    wasmUrl: pdfjsFolder("wasm"),
    isEvalSupported: false,
    maxImageSize: 100_000_000,
    verbosity: 0,
  });
}

/** Reads the page count and metadata. @throws QuarryError `invalid_request` if the PDF is damaged or encrypted. */
export async function pageCountAndInfo(pdf: PDFParse): Promise<{ total: number; info?: unknown }> {
  try {
    return await pdf.getInfo();
  } catch (error) {
    if (error instanceof Error && error.name === "PasswordException")
      throw parseError("The PDF is protected by a password.", "Remove the password and send it again.");
    throw parseError(
      "The PDF is damaged and cannot be opened.",
      "Save it again, or print it to a new PDF, and send that.",
    );
  }
}

/** Returns the pdf.js document. pdf-parse keeps it private, but its getText() does not return text positions. */
export function pdfjsDocument(pdf: PDFParse): PDFDocumentProxy {
  // biome-ignore lint/complexity/useLiteralKeys: only this spelling can access a private member
  return pdf["doc"];
}

/** Returns the title in the metadata, unless it is one that a program generated, such as a file name. */
export function pdfTitle(info: unknown): string | undefined {
  const title = typeof info === "object" && info !== null && "Title" in info ? info.Title : undefined;
  if (typeof title !== "string") return undefined;
  return /^\s*$|^untitled|\.(?:docx?|pptx?|xlsx?|pdf|tex|dvi|indd|qxd)$/i.test(title)
    ? undefined
    : title.replace(/^Microsoft (?:Word|PowerPoint|Excel) - /, "");
}
