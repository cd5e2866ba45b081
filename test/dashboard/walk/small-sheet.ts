import { strToU8, zipSync } from "fflate";

const OPENXML = "http://schemas.openxmlformats.org";
const MAIN = `xmlns="${OPENXML}/spreadsheetml/2006/main"`;

/** Returns an Excel workbook with one sheet. The cells of a row are separated by commas. */
export function smallSheet(rows: readonly string[]): Uint8Array {
  const cell = (text: string, column: number, row: number) =>
    `<c r="${String.fromCharCode(65 + column)}${row}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const data = rows.map((text, at) => {
    const cells = text.split(",").map((each, column) => cell(each, column, at + 1));
    return `<row r="${at + 1}">${cells.join("")}</row>`;
  });
  const files = {
    "xl/workbook.xml": `<workbook ${MAIN} xmlns:r="${OPENXML}/officeDocument/2006/relationships"><sheets><sheet name="Berths" sheetId="1" r:id="r1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${OPENXML}/package/2006/relationships"><Relationship Id="r1" Type="x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    "xl/worksheets/sheet1.xml": `<worksheet ${MAIN}><sheetData>${data.join("")}</sheetData></worksheet>`,
  };
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
}
