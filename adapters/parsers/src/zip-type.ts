import { type UnzipFileInfo, unzipSync } from "fflate";

const OFFICE = "application/vnd.openxmlformats-officedocument";
const TYPE_BY_FOLDER: Readonly<Record<string, string>> = {
  word: `${OFFICE}.wordprocessingml.document`,
  xl: `${OFFICE}.spreadsheetml.sheet`,
  ppt: `${OFFICE}.presentationml.presentation`,
};
/** The entry in which OpenDocument and EPUB files say what they are. */
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

/** The type of document that a ZIP archive is; undefined when it is none. A damaged one is what its name says. */
export function zipType(bytes: Uint8Array, filename: string): string | undefined {
  const folders = new Set<string>();
  const isMimetype = ({ name, originalSize }: UnzipFileInfo) => {
    folders.add(name.split("/", 1)[0] ?? "");
    return name === MIMETYPE && originalSize <= MIMETYPE_MAX_BYTES;
  };
  try {
    const { [MIMETYPE]: declared } = unzipSync(bytes, { filter: isMimetype });
    // Templates are read like what they make.
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
