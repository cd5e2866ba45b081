import { getFormatFromId } from "numfmt";
import { type NumberWriter, numberWriter } from "../sheets/number-formats.ts";
import { passwordError } from "../zip/zip-errors.ts";
import { xlsRecords } from "./xls-records.ts";
import { sharedStrings, shortString } from "./xls-strings.ts";

/** What the sheets of a workbook share. */
export interface XlsWorkbook {
  readonly sheets: readonly { readonly name: string; readonly offset: number; readonly isHidden: boolean }[];
  readonly strings: readonly string[];
  readonly writeNumber: NumberWriter;
  /** True before Excel 97: strings have one byte for a character. */
  readonly isOld: boolean;
}

/** Record types of [MS-XLS] 2.3. */
const [BOF, EOF, PASSWORD, SHEET, STRINGS, FORMAT, STYLE, DATES] = [
  0x809, 0x0a, 0x2f, 0x85, 0xfc, 0x41e, 0xe0, 0x22,
] as const;
const EXCEL_97 = 0x600;
/** A worksheet; others are charts, macros and modules. */
const WORKSHEET = 0;

/** Reads the globals of a workbook, which are its first records. */
export function readXlsWorkbook(stream: Buffer): XlsWorkbook {
  const sheets: { name: string; offset: number; isHidden: boolean }[] = [];
  const patterns = new Map<number, string>();
  const styles: number[] = [];
  let strings: string[] = [];
  let [isOld, is1904] = [false, false];
  for (const record of xlsRecords(stream, 0)) {
    const { type, content } = record;
    if (type === EOF) break;
    if (type === PASSWORD) throw passwordError();
    if (type === BOF) isOld = content.readUInt16LE(0) < EXCEL_97;
    else if (type === DATES) is1904 = content.readUInt16LE(0) === 1;
    else if (type === STRINGS) strings = sharedStrings(record);
    else if (type === FORMAT)
      patterns.set(content.readUInt16LE(0), shortString(content, 2, isOld ? 1 : 2, isOld));
    else if (type === STYLE) styles.push(content.readUInt16LE(2));
    else if (type === SHEET && content[5] === WORKSHEET)
      sheets.push({
        name: shortString(content, 6, 1, isOld),
        offset: content.readUInt32LE(0),
        isHidden: (content[4] ?? 0) !== 0,
      });
  }
  const patternOf = (style: number) => {
    const id = styles[style];
    return id === undefined ? undefined : (patterns.get(id) ?? getFormatFromId(id));
  };
  return { sheets, strings, writeNumber: numberWriter(patternOf, is1904), isOld };
}
