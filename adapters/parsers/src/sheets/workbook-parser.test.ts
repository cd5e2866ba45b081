import { describe, expect, test } from "bun:test";
import { packParts, partOf, relationshipsOf } from "../ooxml/ooxml.fixture.ts";
import { outline, parse, parseErrorMessage, rowTexts } from "../parsing.fixture.ts";

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const sheetXml = (rows: string) => `<worksheet ${MAIN}><sheetData>${rows}</sheetData></worksheet>`;

interface Parts {
  readonly sheets: Readonly<Record<string, string>>;
  readonly states?: Readonly<Record<string, string>>;
  readonly strings?: string;
  readonly styles?: string;
  readonly properties?: string;
  readonly more?: Readonly<Record<string, string>>;
}

function workbook({ sheets, states = {}, strings, styles, properties = "", more = {} }: Parts): Uint8Array {
  const names = Object.keys(sheets);
  const list = names.map(
    (name, at) =>
      `<sheet name="${name}" sheetId="${at + 1}" state="${states[name] ?? "visible"}" r:id="worksheet${at === 0 ? "" : at + 1}"/>`,
  );
  return packParts({
    "xl/workbook.xml": `<workbook ${MAIN} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">${properties}<sheets>${list.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relationshipsOf([
      ...names.map((_, at) => ["worksheet", `worksheets/sheet${at + 1}.xml`] as const),
      ["sharedStrings", "sharedStrings.xml"],
      ["styles", "styles.xml"],
    ]),
    ...Object.fromEntries(
      Object.values(sheets).map((rows, at) => [`xl/worksheets/sheet${at + 1}.xml`, sheetXml(rows)]),
    ),
    ...(strings === undefined ? {} : { "xl/sharedStrings.xml": `<sst ${MAIN}>${strings}</sst>` }),
    ...(styles === undefined ? {} : { "xl/styles.xml": `<styleSheet ${MAIN}>${styles}</styleSheet>` }),
    ...more,
  });
}

test("reads sheets in order, with shared, inline and formula texts in their columns", async () => {
  const document = await parse(
    "a.xlsx",
    workbook({
      strings:
        "<si><t>Name</t></si><si><r><t>To</t></r><r><t>tal</t></r><rPh><t>phonetic</t></rPh></si><si><t>Ada</t></si>",
      sheets: {
        People:
          '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>' +
          '<row r="5"><c r="A5" t="s"><v>2</v></c><c r="B5" t="b"><v>1</v></c><c r="C5"><f>1+2</f><v>3</v></c></row>',
        Notes: '<row><c t="inlineStr"><is><t>by</t><t> hand</t></is></c><c t="str"><v>text</v></c></row>',
      },
    }),
  );
  expect(outline(document)).toEqual([
    "heading1: People",
    "table: Name |  | Total\nAda | TRUE | 3",
    "heading1: Notes",
    "table: by hand | text",
  ]);
  expect(document.blocks[1]?.rows?.map(({ row }) => row)).toEqual([1, 5]);
  expect(document.blocks.map(({ sheet }) => sheet)).toEqual(["People", "People", "Notes", "Notes"]);
});

describe("numbers", () => {
  const styles =
    '<numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd hh:mm"/><numFmt numFmtId="165" formatCode="[broken"/></numFmts>' +
    '<cellStyleXfs><xf numFmtId="9"/></cellStyleXfs>' +
    '<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="9"/><xf numFmtId="4"/><xf numFmtId="165"/></cellXfs>';
  const cells = (values: readonly (readonly [value: string, style: number])[]) =>
    `<row r="1">${values.map(([value, style]) => `<c s="${style}"><v>${value}</v></c>`).join("")}</row>`;

  test("are written as people see dates and percentages, without the noise of their binary form", async () => {
    const row = cells([
      ["4.4000000000000004", 0],
      ["45000.5", 1],
      ["0.25", 2],
      ["12345.678", 3],
      ["7", 4],
      ["-5", 1],
      ["12345678901234", 0],
    ]);
    const { text } = await parse("a.xlsx", workbook({ sheets: { S: row }, styles }));
    expect(text).toBe("S\n\n4.4 | 2023-03-15 12:00 | 25% | 12345.678 | 7 | -5 | 12345678901234");
  });

  test("count days from 1904 where the workbook says so", async () => {
    const row = cells([["43538", 1]]);
    const properties = '<workbookPr date1904="1"/>';
    const { text } = await parse("a.xlsx", workbook({ sheets: { S: row }, styles, properties }));
    expect(text).toContain("2023-03-15");
  });
});

test("says which sheets are hidden and how many comments were left out", async () => {
  const row = '<row><c t="str"><v>text</v></c></row>';
  const document = await parse(
    "a.xlsx",
    workbook({
      sheets: { Shown: row, Old: row, Secret: row },
      states: { Old: "hidden", Secret: "veryHidden" },
      more: {
        "xl/worksheets/_rels/sheet1.xml.rels": relationshipsOf([["comments", "../comments1.xml"]]),
        "xl/comments1.xml": `<comments ${MAIN}><commentList><comment><text><t>no</t></text></comment></commentList></comments>`,
      },
    }),
  );
  expect(document.warnings).toEqual([
    'The text includes 2 hidden sheets: "Old", "Secret".',
    "1 comment was left out.",
  ]);
});

test("adds text boxes, descriptions of pictures and charts after the rows", async () => {
  const document = await parse(
    "a.xlsx",
    workbook({
      sheets: { S: '<row><c t="str"><v>cell</v></c></row>' },
      more: {
        "xl/worksheets/_rels/sheet1.xml.rels": relationshipsOf([["drawing", "../drawings/drawing1.xml"]]),
        "xl/drawings/_rels/drawing1.xml.rels": relationshipsOf([["chart", "../charts/chart1.xml"]]),
        "xl/drawings/drawing1.xml": partOf(
          "xdr:wsDr",
          '<xdr:pic xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"><xdr:cNvPr descr="A map"/></xdr:pic><a:p><a:r><a:t>In a </a:t></a:r><a:r><a:t>box</a:t></a:r></a:p><c:chart r:id="chart"/>',
        ),
        "xl/charts/chart1.xml": partOf("c:chartSpace", "<c:title><a:p><a:t>Tides</a:t></a:p></c:title>"),
      },
    }),
  );
  for (const text of ["cell", "In a box", "Tides"]) expect(document.text).toContain(text);
});

test("reads what is whole of a damaged sheet and refuses a workbook without a list of sheets", async () => {
  const torn = '<row><c t="str"><v>kept</v></c></row><row><c t="str"><v>to';
  const document = await parse(
    "a.xlsx",
    packParts({
      "xl/workbook.xml": `<workbook ${MAIN} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="S" r:id="worksheet"/></sheets></workbook>`,
      "xl/_rels/workbook.xml.rels": relationshipsOf([["worksheet", "worksheets/sheet1.xml"]]),
      "xl/worksheets/sheet1.xml": `<worksheet ${MAIN}><sheetData>${torn}`,
    }),
  );
  expect(rowTexts(document, document.blocks[1])[0]).toBe("kept");
  expect(document.warnings?.join(" ")).toContain("damaged");
  expect(await parseErrorMessage(parse("a.xlsx", packParts({ "xl/worksheets/sheet1.xml": "" })))).toMatch(
    /damaged.*Excel workbook/,
  );
});

describe("hostile workbooks end quickly with a cause", () => {
  test.each([
    [
      "a text that all cells repeat",
      `<si><t>${"x".repeat(100_000)}</t></si>`,
      '<c t="s"><v>0</v></c>'.repeat(10_000),
    ],
    ["millions of empty texts", "<si/>".repeat(10_100_000), '<c t="str"><v>a</v></c>'],
    ["a row without an end", "", "<c><v>1234567</v></c>".repeat(2_000_000)],
  ])(
    "%s",
    async (_, strings, cells) => {
      const before = process.cpuUsage();
      const parsing = parse("a.xlsx", workbook({ strings, sheets: { S: `<row>${cells}</row>` } }));
      expect(await parseErrorMessage(parsing)).toContain("characters of text; the limit is 10,000,000");
      // Not the time that passed: other tests may use the processors.
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1e6).toBeLessThan(20);
    },
    60_000,
  );

  test("a cell far to the right takes no memory for the cells before it", async () => {
    const { text } = await parse(
      "a.xlsx",
      workbook({
        sheets: { S: '<row r="1"><c r="XFD1" t="str"><v>far</v></c><c r="ZZZZZ1"><v>1</v></c></row>' },
      }),
    );
    expect(text.length).toBeLessThan(400);
  });
});
