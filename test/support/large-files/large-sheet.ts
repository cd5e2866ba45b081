import { strToU8, type Zippable, zipSync } from "fflate";
import { words } from "./words.ts";

/** The size of a generated table. */
export interface SheetSize {
  readonly rows: number;
  readonly columns: number;
}

const OPENXML = "http://schemas.openxmlformats.org";
const OASIS = "urn:oasis:names:tc:opendocument:xmlns";
/** Of each three columns one is a number, one a word that other cells share, and one a text of its own. */
const SHARED_WORDS = 5000;

/** Writes a table as CSV. */
export function largeCsv(size: SheetSize): Uint8Array {
  return encodeLines(tableRows(size), (cells) => `${cells.map(({ text }) => text).join(",")}\n`);
}

/** Writes a table as an Excel workbook with shared strings. */
export function largeWorkbook(size: SheetSize): Uint8Array {
  const shared = new Map<string, number>();
  const cellXml = ({ text, isNumber }: Cell, reference: string) => {
    if (isNumber) return `<c r="${reference}"><v>${text}</v></c>`;
    const index = shared.get(text) ?? shared.size;
    shared.set(text, index);
    return `<c r="${reference}" t="s"><v>${index}</v></c>`;
  };
  let row = 0;
  const sheet = encodeLines(tableRows(size), (cells) => {
    row += 1;
    return `<row r="${row}">${cells.map((cell, at) => cellXml(cell, `${columnName(at)}${row}`)).join("")}</row>`;
  });
  const main = `xmlns="${OPENXML}/spreadsheetml/2006/main"`;
  return packed({
    "xl/workbook.xml": strToU8(
      `<workbook ${main} xmlns:r="${OPENXML}/officeDocument/2006/relationships"><sheets><sheet name="Data" sheetId="1" r:id="r1"/></sheets></workbook>`,
    ),
    "xl/_rels/workbook.xml.rels": strToU8(
      `<Relationships xmlns="${OPENXML}/package/2006/relationships"><Relationship Id="r1" Type="x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="x/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    ),
    "xl/worksheets/sheet1.xml": wrapped(`<worksheet ${main}><sheetData>`, sheet, "</sheetData></worksheet>"),
    "xl/sharedStrings.xml": wrapped(
      `<sst ${main}>`,
      encodeLines([...shared.keys()], (text) => `<si><t>${text}</t></si>`),
      "</sst>",
    ),
  });
}

/** Writes a table as an OpenDocument spreadsheet. */
export function largeOpenSheet(size: SheetSize): Uint8Array {
  const table = encodeLines(tableRows(size), (cells) => {
    const xml = cells.map(({ text, isNumber }) =>
      isNumber
        ? `<table:table-cell office:value-type="float" office:value="${text}"><text:p>${text}</text:p></table:table-cell>`
        : `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`,
    );
    return `<table:table-row>${xml.join("")}</table:table-row>`;
  });
  const names = ["office", "table", "text"].map((name) => `xmlns:${name}="${OASIS}:${name}:1.0"`).join(" ");
  return packed({
    mimetype: strToU8("application/vnd.oasis.opendocument.spreadsheet"),
    "content.xml": wrapped(
      `<office:document-content ${names}><office:body><office:spreadsheet><table:table table:name="Data">`,
      table,
      "</table:table></office:spreadsheet></office:body></office:document-content>",
    ),
  });
}

interface Cell {
  readonly text: string;
  readonly isNumber: boolean;
}

function* tableRows({ rows, columns }: SheetSize): Generator<Cell[]> {
  const source = words(1);
  const known = Array.from({ length: SHARED_WORDS }, () => source.next().value);
  const texts = (row: number, column: number): Cell => {
    const number = row * columns + column;
    if (column % 3 === 0) return { text: String(number), isNumber: true };
    const word = column % 3 === 1 ? known[number % SHARED_WORDS] : `c${number}`;
    return { text: word ?? "", isNumber: false };
  };
  yield Array.from({ length: columns }, (_, at) => ({ text: `column ${columnName(at)}`, isNumber: false }));
  for (let row = 1; row < rows; row += 1) yield Array.from({ length: columns }, (_, at) => texts(row, at));
}

function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : `${columnName(Math.floor(index / 26) - 1)}${letter}`;
}

/** Encodes piece by piece, because one string of everything takes twice the memory. */
function encodeLines<Item>(items: Iterable<Item>, line: (item: Item) => string): Uint8Array {
  const parts: Buffer[] = [];
  let text = "";
  for (const item of items) {
    text += line(item);
    if (text.length > 1_000_000) {
      parts.push(Buffer.from(text));
      text = "";
    }
  }
  return Buffer.concat([...parts, Buffer.from(text)]);
}

function wrapped(start: string, content: Uint8Array, end: string): Uint8Array {
  return Buffer.concat([strToU8(start), content, strToU8(end)]);
}

function packed(files: Zippable): Uint8Array {
  return zipSync(files, { level: 1 });
}
