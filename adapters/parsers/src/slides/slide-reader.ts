import type { FlowBlock } from "../flow/flow-block.ts";
import { flowText } from "../flow/flow-text.ts";
import { drawingTexts } from "../ooxml/drawing-texts.ts";
import type { OoxmlPackage } from "../ooxml/ooxml-package.ts";
import type { Attributes } from "../xml/attributes.ts";
import { skippingReader } from "../xml/skipping-reader.ts";
import { isTitle, type Shape, type ShapeParagraph, shapeBlocks } from "./shape-text.ts";

const MAX_LEVEL = 8;
const TEXTS = new Set(["a:t", "m:t"]);

/**
 * Reads a slide or its notes: the title, then shapes, tables, charts and diagrams in the order of the file. `accepts`
 * chooses shapes by their placeholder.
 */
export function readSlide(
  document: OoxmlPackage,
  part: string,
  accepts: (shape: Shape, blocks: readonly FlowBlock[]) => boolean,
): readonly FlowBlock[] {
  const relationships = document.relationships(part);
  const titles: FlowBlock[] = [];
  const others: FlowBlock[] = [];
  const table = flowText((block) => others.push(block));
  let shape: Shape = { placeholder: undefined, paragraphs: [] };
  let bullet: ShapeParagraph["bullet"];
  let level = 0;
  let line = "";
  let cells = 0;
  let isText = false;
  let description = "";

  function startParagraph(): void {
    bullet = undefined;
    level = 0;
    line = "";
  }

  function endParagraph(): void {
    if (cells > 0) {
      table.add(line);
      table.endParagraph();
    } else {
      shape.paragraphs.push({ text: line, level, bullet });
    }
    line = "";
  }

  function endShape(): void {
    const blocks = shapeBlocks(shape);
    if (accepts(shape, blocks)) append(isTitle(shape) ? titles : others, blocks);
    shape = { placeholder: undefined, paragraphs: [] };
  }

  const OPEN: Readonly<Record<string, ((attributes: Attributes) => void) | undefined>> = {
    "p:ph": ({ type = "obj" }) => {
      shape.placeholder = type;
    },
    "p:cNvPr": ({ descr = "" }) => {
      description = descr;
    },
    "a:p": startParagraph,
    "a:pPr": ({ lvl }) => {
      level = Math.min(Math.max(0, Number(lvl) || 0), MAX_LEVEL);
    },
    "a:buNone": () => {
      bullet = "none";
    },
    "a:buChar": () => {
      bullet = "sign";
    },
    "a:buAutoNum": () => {
      bullet = "auto";
    },
    "a:br": () => {
      line += "\n";
    },
    "a:tbl": table.startTable,
    "a:tr": table.startRow,
    "a:tc": () => {
      cells += 1;
      table.startCell();
    },
    "c:chart": (attributes) => append(others, drawingTexts(document, relationships, attributes["r:id"])),
    "dgm:relIds": (attributes) => append(others, drawingTexts(document, relationships, attributes["r:dm"])),
  };

  const CLOSE: Readonly<Record<string, (() => void) | undefined>> = {
    "a:p": endParagraph,
    "p:sp": endShape,
    "p:pic": () => {
      if (description.trim() !== "") others.push({ kind: "paragraph", text: description });
    },
    "a:tc": () => {
      table.endCell();
      cells -= 1;
    },
    "a:tr": table.endRow,
    "a:tbl": table.endTable,
  };

  document.read(
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
          if (isText) line += data;
        },
      },
      () => false,
    ),
  );
  table.finish();
  return [...titles, ...others];
}

/** Adds blocks one by one: a call with all of them as arguments fails for very many. */
function append(target: FlowBlock[], blocks: readonly FlowBlock[]): void {
  for (const block of blocks) target.push(block);
}
