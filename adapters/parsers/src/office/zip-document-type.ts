import { type UnzipFileInfo, unzipSync } from "fflate";

const OFFICE = "application/vnd.openxmlformats-officedocument";
const TYPE_BY_FOLDER: Readonly<Record<string, string>> = {
  word: `${OFFICE}.wordprocessingml.document`,
  xl: `${OFFICE}.spreadsheetml.sheet`,
  ppt: `${OFFICE}.presentationml.presentation`,
};
/** The entry that holds the MIME type of OpenDocument and EPUB files. */
const MIMETYPE = "mimetype";
const MIMETYPE_MAX_BYTES = 200;

const TYPE_BY_ENDING: Readonly<Record<string, string | undefined>> = {
  docx: TYPE_BY_FOLDER.word,
  xlsx: TYPE_BY_FOLDER.xl,
  pptx: TYPE_BY_FOLDER.ppt,
  odt: "application/vnd.oasis.opendocument.text",
  ods: "application/vnd.oasis.opendocument.spreadsheet",
  odp: "application/vnd.oasis.opendocument.presentation",
  epub: "application/epub+zip",
};

/**
 * Returns the MIME type of a document that is stored as a ZIP archive, or undefined if the archive is not a document.
 * The file extension decides for a damaged archive.
 */
export function zipDocumentType(bytes: Uint8Array, filename: string): string | undefined {
  const folders = new Set<string>();
  const isMimetype = ({ name, originalSize }: UnzipFileInfo) => {
    folders.add(name.split("/", 1)[0] ?? "");
    return name === MIMETYPE && originalSize <= MIMETYPE_MAX_BYTES;
  };
  try {
    const { [MIMETYPE]: declared } = unzipSync(bytes, { filter: isMimetype });
    // Parse a template like a document of its type.
    if (declared)
      return new TextDecoder()
        .decode(declared)
        .trim()
        .replace(/-template$/, "");
  } catch {
    return TYPE_BY_ENDING[/\.([a-z]{3,4})$/i.exec(filename)?.[1]?.toLowerCase() ?? ""];
  }
  return Object.entries(TYPE_BY_FOLDER).find(([folder]) => folders.has(folder))?.[1];
}
