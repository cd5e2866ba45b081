import { type FlowBlock, flatTexts } from "../flow/flow-block.ts";
import type { ParagraphKind } from "../flow/flow-text.ts";
import { drawingTexts } from "../ooxml/drawing-texts.ts";
import type { OoxmlPackage } from "../ooxml/ooxml-package.ts";
import { symbolCharacter } from "../text/symbol-font.ts";
import type { Attributes } from "../xml/attributes.ts";
import { skippingReader } from "../xml/skipping-reader.ts";
import { collectingFrame, streamingFrame, type WordFrame } from "./word-frame.ts";
import type { WordNumbering } from "./word-numbering.ts";
import type { WordStyles } from "./word-styles.ts";
import { isOn, numberValue } from "./word-values.ts";

/** Elements whose content is not the document's text: deleted text, earlier properties, readings above characters. */
const SKIPPED = new Set(["w:del", "w:moveFrom", "w:rt", "w:sdtPr", "w:sectPr", "w:altChunkPr"]);
const TEXTS = new Set(["w:t", "m:t"]);
const TEXT_OUTLINE_LEVEL = 9;

/** What the parts of a Word document share. */
export interface WordContext {
  readonly document: OoxmlPackage;
  readonly styles: WordStyles;
  readonly numbering: WordNumbering;
  /** The texts of notes by kind and id: `footnote 2`. */
  readonly notes: Map<string, string>;
  /** What the document holds that its text does not show. */
  readonly omitted: { comments: number; embedded: number; hidden: boolean };
  /** Numbers of the notes so far. */
  noteCount: number;
}

/** Reads a part of a Word document and passes its blocks to `sink`. Notes go to the context. */
export function readWordPart(part: string, context: WordContext, sink: (block: FlowBlock) => void): boolean {
  const { document, notes, omitted } = context;
  const relationships = document.relationships(part);
  const outer: WordFrame[] = [];
  let frame = streamingFrame(sink);
  let isText = false;
  let note = "";

  function enter(inner: WordFrame): void {
    outer.push(frame);
    frame = inner;
  }

  function leave(): void {
    const ended = frame;
    frame = outer.pop() ?? frame;
    if (ended !== frame) ended.end();
  }

  function set(changes: Partial<WordFrame>): void {
    Object.assign(frame, changes);
  }

  function write(text: string): void {
    if (frame.isHidden) omitted.hidden ||= text.trim() !== "";
    else frame.flow.add(text);
  }

  function openNote(attributes: Attributes): void {
    const id = note;
    const isSeparator = /separator|notice/i.test(attributes["w:type"] ?? "");
    enter(collectingFrame((blocks) => void (isSeparator || notes.set(id, flatTexts(blocks)))));
  }

  function refer(id: string): void {
    context.noteCount += 1;
    const text = notes.get(id) ?? "";
    if (text !== "") frame.flow.defer([{ kind: "paragraph", text: `[${context.noteCount}] ${text}` }]);
  }

  const OPEN: Readonly<Record<string, ((attributes: Attributes) => void) | undefined>> = {
    "w:p": () =>
      set({ isInitial: false, style: undefined, outline: undefined, list: undefined, listLevel: undefined }),
    "w:framePr": (attributes) => set({ isInitial: isInitial(attributes) }),
    "w:pStyle": (attributes) => set({ style: attributes["w:val"] }),
    "w:outlineLvl": (attributes) => set({ outline: numberValue(attributes) }),
    "w:numId": (attributes) => set({ list: attributes["w:val"] }),
    "w:ilvl": (attributes) => set({ listLevel: numberValue(attributes) }),
    "w:r": () => set({ inRun: true, isHidden: false }),
    "w:vanish": (attributes) => set({ isHidden: frame.isHidden || (frame.inRun && isOn(attributes)) }),
    // Tab stops have the same name as tabs in text.
    "w:tab": () => frame.inRun && write("\t"),
    "w:ptab": () => write("\t"),
    "w:br": () => write("\n"),
    "w:cr": () => write("\n"),
    "w:noBreakHyphen": () => write("\u2011"),
    "w:sym": (attributes) => {
      const code = Number.parseInt(attributes["w:char"] ?? "", 16);
      if (code >= 0x20 && code <= 0xffff) write(symbolCharacter(code, attributes["w:font"] ?? ""));
    },
    "w:tbl": () => frame.flow.startTable(),
    "w:tr": () => {
      frame.flow.startRow();
      frame.gap = 0;
    },
    "w:gridBefore": (attributes) => set({ gap: numberValue(attributes) ?? 0 }),
    "w:tc": () => {
      frame.flow.startCell(frame.gap);
      frame.gap = 0;
    },
    "w:gridSpan": (attributes) => set({ gap: Math.max(0, (numberValue(attributes) ?? 1) - 1) }),
    "w:txbxContent": () => {
      const { flow } = frame;
      enter(collectingFrame((blocks) => flow.defer(blocks)));
    },
    "w:footnote": (attributes) => {
      note = `footnote ${attributes["w:id"]}`;
      openNote(attributes);
    },
    "w:endnote": (attributes) => {
      note = `endnote ${attributes["w:id"]}`;
      openNote(attributes);
    },
    "w:footnoteReference": (attributes) => refer(`footnote ${attributes["w:id"]}`),
    "w:endnoteReference": (attributes) => refer(`endnote ${attributes["w:id"]}`),
    "w:commentReference": () => {
      omitted.comments += 1;
    },
    "w:altChunk": () => {
      omitted.embedded += 1;
    },
    "wp:docPr": (attributes) => set({ description: attributes.descr ?? "" }),
    "pic:pic": () => {
      frame.flow.defer([{ kind: "paragraph", text: frame.description }]);
      frame.description = "";
    },
    "v:textpath": (attributes) => frame.flow.defer([{ kind: "paragraph", text: attributes.string ?? "" }]),
    "c:chart": (attributes) => frame.flow.defer(drawingTexts(document, relationships, attributes["r:id"])),
    "dgm:relIds": (attributes) => frame.flow.defer(drawingTexts(document, relationships, attributes["r:dm"])),
  };

  const CLOSE: Readonly<Record<string, (() => void) | undefined>> = {
    "w:p": () => {
      if (!frame.isInitial) frame.flow.endParagraph(kindOf(frame, context));
    },
    "w:r": () => set({ inRun: false }),
    "w:tc": () => frame.flow.endCell(),
    "w:tr": () => frame.flow.endRow(),
    "w:tbl": () => frame.flow.endTable(),
    "w:txbxContent": leave,
    "w:footnote": leave,
    "w:endnote": leave,
  };

  const isRead = document.read(
    part,
    skippingReader(
      {
        open(name, attributes) {
          isText = TEXTS.has(name);
          OPEN[name]?.(attributes);
        },
        close(name) {
          isText = false;
          CLOSE[name]?.();
        },
        text(data) {
          if (isText) write(data);
        },
      },
      (name) => SKIPPED.has(name) || /^w:\w+Change$/.test(name),
    ),
  );
  while (outer.length > 0) leave();
  frame.end();
  return isRead;
}

function isInitial({ "w:dropCap": dropCap = "none" }: Attributes): boolean {
  return dropCap !== "none";
}

function kindOf(frame: WordFrame, { styles, numbering }: WordContext): ParagraphKind {
  const style = styles(frame.style);
  const outline = frame.outline;
  const level = outline === undefined ? style.level : outline < TEXT_OUTLINE_LEVEL ? outline + 1 : undefined;
  const list = frame.list ?? style.numbering;
  const listLevel = frame.listLevel ?? style.listLevel ?? 0;
  const mark = list === undefined ? undefined : numbering.next(list, listLevel);
  if (level !== undefined) return { kind: "heading", level };
  return mark === undefined ? { kind: "paragraph" } : { kind: "item", level: listLevel, mark };
}
