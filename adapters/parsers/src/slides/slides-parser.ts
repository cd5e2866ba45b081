import type { ParsedDocument, ParseInput } from "@quarry/core";
import { DocumentText } from "../document/document-text.ts";
import { type FlowBlock, flatText, flatTexts } from "../flow/flow-block.ts";
import { commentsLeftOut, IS_DAMAGED } from "../flow/flow-warnings.ts";
import { blockWriter } from "../flow/write-blocks.ts";
import { type OoxmlPackage, openPackage } from "../ooxml/ooxml-package.ts";
import { damagedError } from "../zip/zip-errors.ts";
import { readSlide } from "./slide-reader.ts";

const KIND = "PowerPoint presentation";
const SPEAKER_NOTES = "Speaker notes:";

const SLIDE_NUMBER = "sldNum";
/** Placeholders whose text is often the same on each slide. */
const REPEATED = new Set(["dt", "ftr", "hdr"]);

/** Parses a presentation: the slides in order, each with its speaker notes. */
export async function parseSlides(mimeType: string, { bytes }: ParseInput): Promise<ParsedDocument> {
  const document = openPackage(bytes, KIND, "ppt/presentation.xml");
  const { main, title } = document;
  if (main === undefined) throw damagedError(KIND);
  const text = new DocumentText();
  const writer = blockWriter(text);
  const repeated = new Set<string>();
  let comments = 0;
  for (const [at, slide] of slidesOf(document, main).entries()) {
    writer.end();
    text.place = { slide: at + 1 };
    for (const block of slideBlocks(document, slide, repeated)) writer.write(block);
    for (const { type, target } of document.relationships(slide).values()) {
      if (type === "comments") comments += commentsIn(document, target);
      if (type !== "notesSlide") continue;
      const notes = readSlide(document, target, ({ placeholder }) => placeholder === "body").map(textOf);
      if (notes.length > 0) writer.write({ kind: "paragraph", text: `${SPEAKER_NOTES} ${notes.join("\n")}` });
    }
  }
  writer.end();
  if (document.isDamaged && text.length === 0) throw damagedError(KIND);
  return text.finish(mimeType, {
    ...(title ? { title } : {}),
    warnings: [
      ...(document.isDamaged ? [IS_DAMAGED] : []),
      ...(comments > 0 ? [commentsLeftOut(comments)] : []),
    ],
  });
}

/** Returns the parts of the slides in the order of the presentation. */
function slidesOf(document: OoxmlPackage, main: string): string[] {
  const relationships = document.relationships(main);
  const slides = new Set<string>();
  const isRead = document.read(main, {
    open(name, attributes) {
      if (name !== "p:sldId") return;
      const slide = relationships.get(attributes["r:id"] ?? "");
      if (slide) slides.add(slide.target);
    },
  });
  if (!isRead) throw damagedError(KIND);
  if (slides.size > 0) return [...slides];
  return [...relationships.values()].flatMap(({ type, target }) => (type === "slide" ? [target] : []));
}

function slideBlocks(document: OoxmlPackage, slide: string, repeated: Set<string>): readonly FlowBlock[] {
  return readSlide(document, slide, ({ placeholder = "" }, blocks) => {
    if (placeholder === SLIDE_NUMBER) return false;
    if (!REPEATED.has(placeholder)) return true;
    const text = flatTexts(blocks);
    const isNew = !repeated.has(text);
    repeated.add(text);
    return isNew;
  });
}

/** Returns a block's text, without the mark of an item: notes show no bullets. */
function textOf(block: FlowBlock): string {
  return block.kind === "item" ? block.text : flatText(block);
}

function commentsIn(document: OoxmlPackage, part: string): number {
  let count = 0;
  document.read(part, {
    open(name) {
      if (/:cm$/.test(name)) count += 1;
    },
  });
  return count;
}
