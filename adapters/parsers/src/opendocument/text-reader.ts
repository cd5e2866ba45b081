import { type FlowBlock, flatTexts } from "../flow/flow-block.ts";
import type { ParagraphKind } from "../flow/flow-text.ts";
import type { Attributes } from "../xml/attributes.ts";
import { readXml } from "../xml/read-xml.ts";
import { skippingReader } from "../xml/skipping-reader.ts";
import { resolvePath } from "../zip/resolve-path.ts";
import type { ZipFiles } from "../zip/zip-files.ts";
import { ODF_NAMESPACES } from "./odf-namespaces.ts";
import { type OdtFrame, odtFrame, streamingOdtFrame } from "./text-frame.ts";
import type { OdtStyles } from "./text-styles.ts";

/** Elements whose content is not the document's text: deleted text, marks of notes, readings above characters. */
const SKIPPED = new Set(
  (
    "text:tracked-changes text:note-citation text:ruby-text text:hidden-text office:annotation office:forms " +
    "office:scripts svg:title office:styles office:automatic-styles math:annotation"
  ).split(" "),
);
/** Elements whose paragraphs stand beside the text around them. */
const BOXES = new Set(
  "text-box custom-shape rect ellipse circle line polyline polygon regular-polygon path connector caption measure"
    .split(" ")
    .map((name) => `draw:${name}`),
);
const MATH = /^math:(?:mi|mn|mo|mtext)$/;
const MAX_SPACES = 100;
/** Objects inside objects. */
const MAX_DEPTH = 3;

/** What the files of an OpenDocument text share. */
export interface OdtContext {
  readonly files: ZipFiles;
  readonly styles: OdtStyles;
  comments: number;
  notes: number;
  /** True if a file ends too early. */
  isDamaged: boolean;
}

/** Receives the blocks of a file: its body, and the headers and footers of its pages. */
export interface OdtSinks {
  readonly body: (block: FlowBlock) => void;
  readonly header?: (blocks: readonly FlowBlock[]) => void;
  readonly footer?: (blocks: readonly FlowBlock[]) => void;
}

/** Reads a file of an OpenDocument text. */
export function readOdt(path: string, context: OdtContext, sinks: OdtSinks, depth = 0): boolean {
  const source = context.files.read(path);
  if (!source) return false;
  const outer: OdtFrame[] = [];
  let frame = streamingOdtFrame(sinks.body);
  let isDescription = false;
  let isMath = false;

  function enter(end: (blocks: FlowBlock[]) => void): void {
    outer.push(frame);
    frame = odtFrame(end);
  }

  function leave(): void {
    const ended = frame;
    frame = outer.pop() ?? frame;
    if (ended !== frame) ended.end();
  }

  function deferTo({ flow }: OdtFrame): (blocks: readonly FlowBlock[]) => void {
    return (blocks) => flow.defer(blocks);
  }

  function enterNote(): void {
    const { flow } = frame;
    enter((blocks) => {
      context.notes += 1;
      flow.defer([{ kind: "paragraph", text: `[${context.notes}] ${flatTexts(blocks)}` }]);
    });
  }

  function startParagraph(level: number | undefined, style: string | undefined): void {
    frame.level = level;
    frame.style = style;
    frame.inParagraph = true;
  }

  function startItem(value: string | undefined, isItem: boolean): void {
    const list = frame.lists.at(-1);
    if (!list) return;
    list.isNewItem = isItem;
    list.isInItem = isItem;
    if (value !== undefined) list.number = Number(value) || list.number;
  }

  function startList(attributes: Attributes): void {
    const style = attributes["text:style-name"] ?? frame.lists.at(-1)?.style;
    const number = context.styles.start(style, frame.lists.length);
    frame.lists.push({ style, number, isNewItem: false, isInItem: false });
  }

  function kindOf({ lists, level, style }: OdtFrame): ParagraphKind {
    if (level !== undefined) return { kind: "heading", level };
    if (context.styles.isTitle(style)) return { kind: "heading", level: 1 };
    const list = lists.at(-1);
    if (!list?.isNewItem) return { kind: "paragraph" };
    const mark = context.styles.mark(list.style, lists.length - 1, list.number);
    list.number += 1;
    list.isNewItem = false;
    return { kind: "item", level: lists.length - 1, mark };
  }

  function readObject(reference: string): void {
    if (depth >= MAX_DEPTH || reference === "") return;
    const blocks: FlowBlock[] = [];
    const object = `${resolvePath(path, reference)}/content.xml`;
    readOdt(object, context, { body: (block) => blocks.push(block) }, depth + 1);
    frame.flow.defer(blocks);
  }

  const OPEN: Readonly<Record<string, ((attributes: Attributes) => void) | undefined>> = {
    "text:h": (attributes) =>
      startParagraph(Number(attributes["text:outline-level"]) || 1, attributes["text:style-name"]),
    "text:p": (attributes) => startParagraph(undefined, attributes["text:style-name"]),
    "text:s": (attributes) =>
      frame.flow.add(" ".repeat(Math.min(Math.max(1, Number(attributes["text:c"]) || 1), MAX_SPACES))),
    "text:tab": () => frame.flow.add("\t"),
    "text:line-break": () => frame.flow.add("\n"),
    "text:list": startList,
    "text:list-item": (attributes) => startItem(attributes["text:start-value"], true),
    "text:list-header": () => startItem(undefined, false),
    "text:note-body": enterNote,
    "table:table": () => frame.flow.startTable(),
    "table:table-row": () => frame.flow.startRow(),
    "table:table-cell": () => frame.flow.startCell(),
    "table:covered-table-cell": () => frame.flow.startCell(),
    "svg:desc": () => {
      enter(deferTo(frame));
      isDescription = true;
    },
    "draw:object": (attributes) => readObject(attributes["xlink:href"] ?? ""),
    "style:header": () => enter((blocks) => sinks.header?.(blocks)),
    "style:footer": () => enter((blocks) => sinks.footer?.(blocks)),
  };

  const CLOSE: Readonly<Record<string, (() => void) | undefined>> = {
    "text:h": endParagraph,
    "text:p": endParagraph,
    "text:list": () => void frame.lists.pop(),
    "text:note-body": leave,
    "table:table": () => frame.flow.endTable(),
    "table:table-row": () => frame.flow.endRow(),
    "table:table-cell": () => frame.flow.endCell(),
    "table:covered-table-cell": () => frame.flow.endCell(),
    "svg:desc": () => {
      isDescription = false;
      leave();
    },
    "style:header": leave,
    "style:footer": leave,
  };

  function endParagraph(): void {
    frame.flow.endParagraph(kindOf(frame));
    frame.inParagraph = false;
  }

  const isComplete = readXml(
    source,
    skippingReader(
      {
        open(element, attributes) {
          const name = pageArea(element);
          isMath = MATH.test(name);
          if (BOXES.has(name)) enter(deferTo(frame));
          else OPEN[name]?.(attributes);
        },
        close(element) {
          const name = pageArea(element);
          isMath = false;
          if (BOXES.has(name)) leave();
          else CLOSE[name]?.();
        },
        text(data) {
          if (frame.inParagraph || isDescription || isMath) frame.flow.add(data.replace(/[ \t\r\n]+/g, " "));
        },
      },
      (name) => {
        if (name === "office:annotation") context.comments += 1;
        return SKIPPED.has(name) || /^text:.*-source$/.test(name);
      },
    ),
    ODF_NAMESPACES,
  );
  if (!isComplete) context.isDamaged = true;
  while (outer.length > 0) leave();
  frame.end();
  return true;
}

/** Left and first pages have headers and footers of their own. */
function pageArea(name: string): string {
  return name.replace(/^(style:(?:header|footer))-(?:left|first)$/, "$1");
}
