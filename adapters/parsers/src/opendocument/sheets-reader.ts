import type { DocumentText } from "../document/document-text.ts";
import { type SheetTable, sheetTable } from "../document/sheet-table.ts";
import type { FlowBlock } from "../flow/flow-block.ts";
import type { Attributes } from "../xml/attributes.ts";
import type { XmlHandler } from "../xml/read-xml.ts";
import { skippingReader } from "../xml/skipping-reader.ts";
import { cellText } from "./cell-text.ts";

/** Receives what stands beside the cells of a sheet. */
export interface OdsSinks {
  aside(block: FlowBlock): void;
  /** Called at the end of each sheet, after its last aside. */
  endAsides(): void;
  /** Reads an embedded object, such as a chart. */
  object(path: string): readonly FlowBlock[];
}

/** A reader of the content of a spreadsheet. */
export interface OdsReader {
  readonly handler: XmlHandler;
  /** Names of the hidden sheets read so far. */
  readonly hidden: readonly string[];
  /** Number of comments left out so far. */
  comments(): number;
  /** Ends the open sheet, also if the file ends too early. */
  end(): void;
}

const SKIPPED = new Set(
  "table:tracked-changes office:forms office:scripts svg:title text:ruby-text office:annotation".split(" "),
);
const MAX_REPEATED = 1_048_576;

/** Creates a reader that writes the sheets of a spreadsheet to a text, row by row. */
export function odsReader(text: DocumentText, sinks: OdsSinks): OdsReader {
  const hiddenStyles = new Set<string>();
  const hidden: string[] = [];
  const asides: FlowBlock[] = [];
  let comments = 0;
  let style = "";
  let sheet: SheetTable | undefined;
  let row = 0;
  let rowTimes = 1;
  let column = 0;
  let cell = cellText();
  let cellTimes = 1;
  /** Open cells: a cell may hold a table of its own, which is part of its text. */
  let depth = 0;
  let drawing: ReturnType<typeof cellText> | undefined;
  let drawings = 0;

  function startSheet(attributes: Attributes): void {
    const name = attributes["table:name"] ?? "";
    if (hiddenStyles.has(attributes["table:style-name"] ?? "")) hidden.push(name);
    sheet = sheetTable(text, name);
    row = 0;
  }

  function endSheet(): void {
    sheet?.end();
    sheet = undefined;
    for (const block of asides.splice(0)) sinks.aside(block);
    sinks.endAsides();
  }

  function startCell(attributes: Attributes): void {
    depth += 1;
    if (depth > 1) return;
    cell = cellText(attributes);
    cellTimes = repeated(attributes["table:number-columns-repeated"]);
  }

  function endCell(): void {
    depth -= 1;
    if (depth > 0) return;
    const content = cell.text();
    if (content !== "") for (let at = 0; at < cellTimes; at += 1) sheet?.cell(column + at, content);
    column += cellTimes;
  }

  function endDrawing(): void {
    drawings -= 1;
    if (drawings > 0) return;
    const content = drawing?.text() ?? "";
    if (content !== "") asides.push({ kind: "paragraph", text: content });
    drawing = undefined;
  }

  const handler: XmlHandler = {
    open(name, attributes) {
      if (name === "style:style") style = attributes["style:name"] ?? "";
      else if (name === "style:table-properties" && attributes["table:display"] === "false")
        hiddenStyles.add(style);
      else if (name === "table:table" && depth === 0 && drawings === 0) startSheet(attributes);
      else if (name === "table:table-row" && depth === 0) {
        rowTimes = repeated(attributes["table:number-rows-repeated"]);
        column = 0;
      } else if (isCell(name)) startCell(attributes);
      else if (name === "draw:object" && sheet)
        asides.push(...sinks.object((attributes["xlink:href"] ?? "").replace(/^\.\//, "")));
      else if (isDrawing(name)) {
        drawings += 1;
        drawing ??= cellText();
      } else (drawing ?? cell).open(name, attributes);
    },
    text(data) {
      if (sheet) (drawing ?? cell).add(data);
    },
    close(name) {
      if (name === "table:table" && depth === 0 && drawings === 0) endSheet();
      else if (name === "table:table-row" && depth === 0) {
        sheet?.endRow(row + 1, rowTimes);
        row += rowTimes;
      } else if (isCell(name)) endCell();
      else if (isDrawing(name)) endDrawing();
      else (drawing ?? cell).close(name);
    },
  };

  return {
    handler: skippingReader(handler, (name) => {
      if (name === "office:annotation") comments += 1;
      return SKIPPED.has(name);
    }),
    hidden,
    comments: () => comments,
    end: endSheet,
  };
}

function isCell(name: string): boolean {
  return name === "table:table-cell" || name === "table:covered-table-cell";
}

function isDrawing(name: string): boolean {
  return name.startsWith("draw:") && name !== "draw:object";
}

function repeated(count: string | undefined): number {
  return Math.min(Math.max(1, Number(count) || 1), MAX_REPEATED);
}
