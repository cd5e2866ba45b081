import { Unzip, type UnzipFile, UnzipInflate } from "fflate";
import type { RecordTable } from "../records.ts";
import { readCellTexts } from "./cell-texts.ts";
import { readSheet } from "./sheet.ts";
import { type Part, readPart } from "./xml-part.ts";

/** A sheet of a workbook. */
export interface Sheet {
  readonly name: string;
  read(): RecordTable;
}

/** More would stop the page for seconds. */
const MAX_UNPACKED_BYTES = 40_000_000;
/** A piece of an archive that is unpacked at once, to at most a thousand times its size. */
const PIECE_BYTES = 16_384;
const WORKBOOK = "xl/workbook.xml";
const RELATIONSHIPS = "xl/_rels/workbook.xml.rels";
const NEEDED = /^xl\/(?:[^/]+\.xml|worksheets\/[^/]+\.xml|_rels\/workbook\.xml\.rels)$/;

/** The sheets of an Excel workbook that it shows; undefined if it is damaged, too large unpacked, or has none. */
export function readWorkbook(bytes: Uint8Array): readonly Sheet[] | undefined {
  const parts = unpack(bytes);
  const partOf = (name: string | undefined) => parts?.get(name ?? "") ?? [];
  const targets = new Map<string, string>();
  const byType = new Map<string, string>();
  readPart(partOf(RELATIONSHIPS), {
    open(name, { Id: id = "", Type: type = "", Target: target = "" }) {
      if (name !== "Relationship") return;
      targets.set(id, partName(target));
      byType.set(type.slice(type.lastIndexOf("/") + 1), partName(target));
    },
  });
  const sheets: { name: string; part: Part }[] = [];
  let is1904 = false;
  readPart(partOf(WORKBOOK), {
    open(element, { name = "", id = "", state = "visible", date1904 }) {
      if (element === "workbookPr") is1904 = date1904 === "1" || date1904 === "true";
      const part = partOf(targets.get(id));
      if (element === "sheet" && state === "visible" && part.length > 0) sheets.push({ name, part });
    },
  });
  if (sheets.length === 0) return undefined;
  const [sharedStrings, styles] = [partOf(byType.get("sharedStrings")), partOf(byType.get("styles"))];
  const cellText = readCellTexts({ sharedStrings, styles, is1904 });
  return sheets.map(({ name, part }) => ({ name, read: () => readSheet(part, cellText) }));
}

/** Unpacks the parts that tables need; undefined if they are damaged or too large. */
function unpack(bytes: Uint8Array): ReadonlyMap<string, Part> | undefined {
  const parts = new Map<string, Part>();
  let total = 0;
  function read(file: UnzipFile): void {
    if (!NEEDED.test(file.name)) return;
    const pieces: Uint8Array[] = [];
    parts.set(file.name, pieces);
    file.ondata = (error, piece) => {
      if (error) throw error;
      // Counted here, because an archive may announce any size.
      total += piece.length;
      if (total > MAX_UNPACKED_BYTES) throw new RangeError("The archive is too large");
      pieces.push(piece);
    };
    file.start();
  }
  const unzip = new Unzip(read);
  unzip.register(UnzipInflate);
  try {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES)
      unzip.push(bytes.subarray(at, at + PIECE_BYTES), at + PIECE_BYTES >= bytes.length);
    return parts;
  } catch {
    return undefined;
  }
}

/** The name of a part, which the workbook names from its own folder or from the root. */
function partName(target: string): string {
  return target.startsWith("/") ? target.slice(1) : `xl/${target}`;
}
