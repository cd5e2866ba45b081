import { describe, expect, test } from "bun:test";
import { packParts } from "../ooxml/ooxml.fixture.ts";
import { outline, parse, parseErrorMessage } from "../parsing.fixture.ts";

const OASIS = "urn:oasis:names:tc:opendocument:xmlns";
const NAMES = ["office", "table", "text", "style"]
  .map((name) => `xmlns:${name}="${OASIS}:${name}:1.0"`)
  .concat(`xmlns:draw="${OASIS}:drawing:1.0"`, `xmlns:svg="${OASIS}:svg-compatible:1.0"`)
  .join(" ");

function spreadsheet(tables: string, styles = ""): Uint8Array {
  return packParts({
    mimetype: "application/vnd.oasis.opendocument.spreadsheet",
    "content.xml": `<office:document-content ${NAMES}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
  });
}

const table = (rows: string, attributes = 'table:name="S"') =>
  `<table:table ${attributes}>${rows}</table:table>`;
const row = (cells: string, attributes = "") => `<table:table-row ${attributes}>${cells}</table:table-row>`;
const cell = (content: string, attributes = "") =>
  `<table:table-cell ${attributes}>${content}</table:table-cell>`;

test("reads sheets as people see them, each cell in its column", async () => {
  const document = await parse(
    "a.ods",
    spreadsheet(
      table(
        row(
          cell("<text:p>Day</text:p>") +
            cell("", 'table:number-columns-repeated="2"') +
            cell("<text:p>Sum</text:p>"),
        ) +
          row(cell("", 'table:number-columns-repeated="16384"'), 'table:number-rows-repeated="3"') +
          row(
            cell("<text:p>Mon<text:s text:c='2'/>day</text:p><text:p>late</text:p>") +
              cell("", 'office:value-type="float" office:value="2.5"') +
              "<table:covered-table-cell/>" +
              cell("<text:p>1,50 €</text:p>", 'office:value="1.5"'),
          ),
        'table:name="Money"',
      ) +
        table(
          row(
            cell("<text:p>twice</text:p>", 'table:number-columns-repeated="2"'),
            'table:number-rows-repeated="2"',
          ),
        ),
    ),
  );
  expect(outline(document)).toEqual([
    "heading1: Money",
    "table: Day |  |  | Sum\nMon day late | 2.5 |  | 1,50 €",
    "heading1: S",
    "table: twice | twice\ntwice | twice",
  ]);
  expect(document.blocks[1]?.rows?.map(({ row: number }) => number)).toEqual([1, 5]);
});

test("says which sheets are hidden, leaves comments out and adds texts of drawings", async () => {
  const hidden =
    '<style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style>';
  const document = await parse(
    "a.ods",
    spreadsheet(
      table(
        `<table:shapes><draw:frame><draw:text-box><text:p>In a box</text:p></draw:text-box></draw:frame></table:shapes>${row(cell("<office:annotation><text:p>no</text:p></office:annotation><text:p>cell</text:p>"))}`,
      ) + table(row(cell("<text:p>old</text:p>")), 'table:name="Old" table:style-name="ta2"'),
      hidden,
    ),
  );
  expect(outline(document)).toEqual([
    "heading1: S",
    "table: cell",
    "paragraph: In a box",
    "heading1: Old",
    "table: old",
  ]);
  expect(document.warnings).toEqual(['The text includes a hidden sheet: "Old".', "1 comment was left out."]);
});

test("refuses a damaged spreadsheet", async () => {
  const type = "application/vnd.oasis.opendocument.spreadsheet";
  for (const parts of [{ mimetype: type }, { mimetype: type, "content.xml": "<office:document-content><a" }])
    expect(await parseErrorMessage(parse("a.ods", packParts(parts)))).toMatch(
      /damaged.*OpenDocument spreadsheet/,
    );
});

describe("hostile spreadsheets end quickly with a cause", () => {
  test.each([
    [
      "a row repeated a million times",
      row(cell(`<text:p>${"x".repeat(100)}</text:p>`), 'table:number-rows-repeated="1048576"'),
    ],
    [
      "a cell repeated in each row",
      row(cell(`<text:p>${"x".repeat(1000)}</text:p>`, 'table:number-columns-repeated="16384"')),
    ],
    ["a long text in one cell", row(cell(`<text:p>${"x".repeat(10_000_001)}</text:p>`))],
  ])(
    "%s",
    async (_, rows) => {
      const before = process.cpuUsage();
      expect(await parseErrorMessage(parse("a.ods", spreadsheet(table(rows))))).toContain(
        "the limit is 10,000,000",
      );
      // Not the time that passed: other tests may use the processors.
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1e6).toBeLessThan(20);
    },
    60_000,
  );
});
