import type { OfficeContentNode, OfficeParserAST } from "officeparser";
import type { DocumentText } from "../document/document-text.ts";
import { headerOf } from "../document/table-header.ts";
import { chartsOf, writeChart } from "./office-charts.ts";
import { rowsOf } from "./office-table.ts";

type NodeOf<Type extends OfficeContentNode["type"]> = Extract<OfficeContentNode, { type: Type }>;

const MAX_HEADING_LEVEL = 6;
/** Maximum indentation of list items, in levels. */
const MAX_INDENT = 16;
/** Nodes inside a paragraph that become blocks of their own. */
const BLOCKS_IN_PARAGRAPHS: ReadonlySet<string> = new Set(["chart", "image", "table", "drawing"]);

/** Writes the content of an Office document in reading order, with its pages, slides and sheets. */
export function writeOfficeNodes({ content, attachments }: OfficeParserAST, text: DocumentText): void {
  const charts = chartsOf(attachments);
  let list: string[] = [];
  writeAll(content);

  function writeAll(nodes: readonly OfficeContentNode[] = []): void {
    for (const node of nodes) write(node);
    endList();
  }

  function write(node: OfficeContentNode): void {
    if (node.type !== "list") endList();
    if (isOmitted(node)) return;
    writeContent(node);
    writeNotes(node);
  }

  function writeContent(node: OfficeContentNode): void {
    switch (node.type) {
      case "slide":
        text.place = node.metadata ? { slide: node.metadata.slideNumber } : {};
        writeAll(node.children);
        break;
      case "page":
        text.place = node.metadata ? { page: node.metadata.pageNumber } : {};
        writeAll(node.children);
        break;
      case "sheet":
        writeSheetTable(node, text);
        writeAll(node.children?.filter(({ type }) => type !== "row"));
        break;
      case "heading":
        text.heading(headingLevel(node), node.text ?? "");
        break;
      case "list":
        list.push(itemOf(node));
        break;
      case "table":
        writeTable(node, text);
        break;
      case "paragraph":
        text.add("paragraph", (node.text ?? "").trim());
        writeAll(node.children?.filter(({ type }) => BLOCKS_IN_PARAGRAPHS.has(type)));
        break;
      case "code":
        text.add("code", node.text ?? "");
        break;
      case "chart":
        writeChart(charts.get(node.metadata?.attachmentName ?? ""), node.text ?? "", text);
        break;
      case "image":
        text.add("paragraph", node.metadata?.altText ?? "");
        break;
      default:
        if (node.children?.length) writeAll(node.children);
        else text.add("paragraph", (node.text ?? "").trim());
    }
  }

  function endList(): void {
    text.add("list", list.join("\n"));
    list = [];
  }

  /** Writes footnotes and speaker notes right after the node that they belong to. */
  function writeNotes(node: OfficeContentNode): void {
    const inline = node.type === "paragraph" || node.type === "heading" || node.type === "list";
    for (const note of [node, ...(inline ? (node.children ?? []) : [])].flatMap(({ notes = [] }) => notes)) {
      endList();
      const isNumbered = note.type === "note" && note.metadata?.noteType !== undefined;
      if (isNumbered) text.add("paragraph", `[${note.metadata?.noteId ?? ""}] ${(note.text ?? "").trim()}`);
      else writeAll(note.children);
    }
  }
}

function isOmitted({ type }: OfficeContentNode): boolean {
  return ["break", "comment", "header", "footer", "slideMaster"].includes(type);
}

function writeSheetTable(node: NodeOf<"sheet">, text: DocumentText): void {
  const sheet = node.metadata?.sheetName ?? "";
  text.place = sheet === "" ? {} : { sheet };
  text.heading(1, sheet);
  writeTable(node, text);
}

function writeTable(node: NodeOf<"sheet"> | NodeOf<"table">, text: DocumentText): void {
  const rows = rowsOf(node);
  text.table(rows, headerOf(rows));
}

function headingLevel({ metadata }: NodeOf<"heading">): number {
  return Math.min(Math.max(1, Number(metadata?.level) || 1), MAX_HEADING_LEVEL);
}

function itemOf({ text = "", metadata }: NodeOf<"list">): string {
  const indent = "  ".repeat(Math.min(metadata?.indentation ?? 0, MAX_INDENT));
  const mark = metadata?.listType === "ordered" ? `${metadata.itemIndex + 1}.` : "-";
  return `${indent}${mark} ${text.replace(/\s+/g, " ").trim()}`;
}
