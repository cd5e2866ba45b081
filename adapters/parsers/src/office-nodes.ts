import type { OfficeContentNode, OfficeParserAST } from "officeparser";
import type { DocumentText } from "./document-text.ts";
import { headerOf, rowsOf } from "./office-table.ts";

type ChartData = NonNullable<OfficeParserAST["attachments"][number]["chartData"]>;
type NodeOf<Type extends OfficeContentNode["type"]> = Extract<OfficeContentNode, { type: Type }>;

const MAX_LEVEL = 6;
/** Deeper lists look no different. */
const MAX_INDENT = 16;
/** What stands in the flow of a paragraph but is a block of its own. */
const BLOCKS_IN_PARAGRAPHS: ReadonlySet<string> = new Set(["chart", "image", "table", "drawing"]);

/** Writes what an Office document says, in reading order and with its places. */
export function writeOfficeNodes({ content, attachments }: OfficeParserAST, text: DocumentText): void {
  const charts = new Map(
    attachments.flatMap(({ name, chartData }) => (chartData ? [[name, chartData]] : [])),
  );
  let list: string[] = [];
  writeAll(content);

  function writeAll(nodes: readonly OfficeContentNode[] = []): void {
    for (const node of nodes) write(node);
    endList();
  }

  function write(node: OfficeContentNode): void {
    if (node.type !== "list") endList();
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
        writeSheet(node);
        break;
      case "heading":
        text.heading(Math.min(Math.max(1, Number(node.metadata?.level) || 1), MAX_LEVEL), node.text ?? "");
        break;
      case "list":
        list.push(itemOf(node));
        break;
      case "table": {
        const rows = rowsOf(node);
        text.table(rows, headerOf(rows));
        break;
      }
      case "paragraph":
        text.add("paragraph", (node.text ?? "").trim());
        writeAll(node.children?.filter(({ type }) => BLOCKS_IN_PARAGRAPHS.has(type)));
        break;
      case "code":
        text.add("code", node.text ?? "");
        break;
      case "chart":
        writeChart(charts.get(node.metadata?.attachmentName ?? ""), node.text ?? "");
        break;
      case "image":
        text.add("paragraph", node.metadata?.altText ?? "");
        break;
      case "break":
      case "comment":
      case "header":
      case "footer":
      case "slideMaster":
        return;
      default:
        if (node.children?.length) writeAll(node.children);
        else text.add("paragraph", (node.text ?? "").trim());
    }
    writeNotes(node);
  }

  function endList(): void {
    text.add("list", list.join("\n"));
    list = [];
  }

  function writeSheet(node: NodeOf<"sheet">): void {
    const sheet = node.metadata?.sheetName ?? "";
    text.place = sheet === "" ? {} : { sheet };
    text.heading(1, sheet);
    const rows = rowsOf(node);
    text.table(rows, headerOf(rows));
    writeAll(node.children?.filter(({ type }) => type !== "row"));
  }

  function writeChart(chart: ChartData | undefined, fallback: string): void {
    if (!chart) {
      text.add("paragraph", fallback);
      return;
    }
    const { title = "", xAxisTitle = "", yAxisTitle = "", labels, dataSets } = chart;
    text.add("paragraph", [title, xAxisTitle, yAxisTitle].filter((part) => part !== "").join("\n"));
    const header = ["", ...labels];
    text.table(
      [header, ...dataSets.map(({ name = "", values }) => [name, ...values])].map((cells) => ({ cells })),
      labels.length > 0 ? header : undefined,
    );
  }

  /** Footnotes and a slide's notes come right after what they are notes to. */
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

function itemOf({ text = "", metadata }: NodeOf<"list">): string {
  const indent = "  ".repeat(Math.min(metadata?.indentation ?? 0, MAX_INDENT));
  const mark = metadata?.listType === "ordered" ? `${metadata.itemIndex + 1}.` : "-";
  return `${indent}${mark} ${text.replace(/\s+/g, " ").trim()}`;
}
