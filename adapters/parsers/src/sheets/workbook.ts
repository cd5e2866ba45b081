import type { OoxmlPackage } from "../ooxml/ooxml-package.ts";
import { damagedError } from "../zip/zip-errors.ts";

/** What users call such a file. */
export const WORKBOOK = "Excel workbook";

/** A sheet of a workbook. */
export interface Sheet {
  readonly name: string;
  readonly part: string;
  /** True if the program shows no tab for it. */
  readonly isHidden: boolean;
}

/** The parts of a workbook. */
export interface Workbook {
  readonly sheets: readonly Sheet[];
  readonly sharedStrings: string | undefined;
  readonly styles: string | undefined;
  /** True if day 0 of dates is in 1904 instead of 1900. */
  readonly is1904: boolean;
}

/**
 * Reads the list of sheets.
 * @throws QuarryError `invalid_request` if it is missing.
 */
export function readWorkbook(document: OoxmlPackage): Workbook {
  const { main } = document;
  if (main === undefined) throw damagedError(WORKBOOK);
  const relationships = document.relationships(main);
  const partOf = (wanted: string) => [...relationships.values()].find(({ type }) => type === wanted)?.target;
  const sheets: Sheet[] = [];
  let is1904 = false;
  const isRead = document.read(main, {
    open(name, { "r:id": id = "", name: title = "", state = "visible", date1904 }) {
      if (name === "s:workbookPr") is1904 = date1904 === "1" || date1904 === "true";
      const target = name === "s:sheet" ? relationships.get(id)?.target : undefined;
      if (target !== undefined) sheets.push({ name: title, part: target, isHidden: state !== "visible" });
    },
  });
  if (!isRead) throw damagedError(WORKBOOK);
  // Without its list, the sheets still stand in the file.
  if (sheets.length === 0)
    for (const { type, target } of relationships.values())
      if (type === "worksheet") sheets.push({ name: "", part: target, isHidden: false });
  return { sheets, sharedStrings: partOf("sharedStrings"), styles: partOf("styles"), is1904 };
}
