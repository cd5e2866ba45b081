import { type UnzipFileInfo, unzipSync } from "fflate";

const OFFICE = "application/vnd.openxmlformats-officedocument";
const EPUB = "application/epub+zip";
const TYPE_BY_FOLDER: Readonly<Record<string, string>> = {
  word: `${OFFICE}.wordprocessingml.document`,
  xl: `${OFFICE}.spreadsheetml.sheet`,
  ppt: `${OFFICE}.presentationml.presentation`,
};
/** The entry that holds the MIME type of OpenDocument and EPUB files. */
const MIMETYPE = "mimetype";
const MIMETYPE_MAX_BYTES = 200;
const EPUB_CONTAINER = "META-INF/container.xml";
const MAX_ENTRIES = 10_000;
/** The part of a damaged archive that is searched for the names of entries. */
const SEARCHED_BYTES = 1_000_000;

const TYPE_BY_ENDING: Readonly<Record<string, string | undefined>> = {
  ...Object.fromEntries(["docx", "docm", "dotx", "dotm"].map((ending) => [ending, TYPE_BY_FOLDER.word])),
  ...Object.fromEntries(["xlsx", "xlsm", "xltx", "xltm"].map((ending) => [ending, TYPE_BY_FOLDER.xl])),
  ...Object.fromEntries(
    ["pptx", "pptm", "potx", "ppsx", "ppsm"].map((ending) => [ending, TYPE_BY_FOLDER.ppt]),
  ),
  odt: "application/vnd.oasis.opendocument.text",
  ods: "application/vnd.oasis.opendocument.spreadsheet",
  odp: "application/vnd.oasis.opendocument.presentation",
  epub: EPUB,
};

/**
 * Returns the MIME type of a document that is stored as a ZIP archive, or undefined if the archive is not a document.
 * The names in it decide, then the file extension. Both also decide for a damaged archive, so that the parser can name
 * what is damaged.
 */
export function zipDocumentType(bytes: Uint8Array, filename: string): string | undefined {
  return typeOfEntries(bytes) ?? TYPE_BY_ENDING[/\.([a-z]{3,4})$/i.exec(filename)?.[1]?.toLowerCase() ?? ""];
}

function typeOfEntries(bytes: Uint8Array): string | undefined {
  const folders = new Set<string>();
  let isBook = false;
  let count = 0;
  const isMimetype = ({ name, originalSize }: UnzipFileInfo) => {
    count += 1;
    if (count > MAX_ENTRIES) throw new Error("Too many entries");
    folders.add(name.split(/[\\/]/, 1)[0] ?? "");
    isBook ||= name === EPUB_CONTAINER;
    return name === MIMETYPE && originalSize <= MIMETYPE_MAX_BYTES;
  };
  try {
    const { [MIMETYPE]: declared } = unzipSync(bytes, { filter: isMimetype });
    if (declared) return withoutTemplate(new TextDecoder().decode(declared).trim());
  } catch {
    return typeInDamaged(bytes);
  }
  const folder = Object.keys(TYPE_BY_FOLDER).find((name) => folders.has(name));
  return folder === undefined ? (isBook ? EPUB : undefined) : TYPE_BY_FOLDER[folder];
}

/** Returns the type that the first entries of a damaged archive show. */
function typeInDamaged(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder("windows-1252").decode(bytes.subarray(0, SEARCHED_BYTES));
  const declared = /^PK[\s\S]{28}mimetype([\w.+-]+\/[\w.+-]+?)PK/.exec(head)?.[1];
  const folder = /PK[\s\S]{28}(word|xl|ppt)[\\/]/.exec(head)?.[1];
  return declared === undefined ? TYPE_BY_FOLDER[folder ?? ""] : withoutTemplate(declared);
}

/** A template is read like a document of its type. */
function withoutTemplate(mimeType: string): string {
  return mimeType.replace(/-template$/, "");
}
