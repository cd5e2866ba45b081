import type { FlowBlock } from "../flow/flow-block.ts";
import { drawingTexts } from "../ooxml/drawing-texts.ts";
import type { OoxmlPackage } from "../ooxml/ooxml-package.ts";

/** Returns the texts of the drawings on a sheet: text boxes, descriptions of pictures, charts and diagrams. */
export function sheetDrawings(document: OoxmlPackage, sheet: string): FlowBlock[] {
  return [...document.relationships(sheet).values()]
    .filter(({ type }) => type === "drawing")
    .flatMap(({ target }) => drawingBlocks(document, target));
}

function drawingBlocks(document: OoxmlPackage, part: string): FlowBlock[] {
  const relationships = document.relationships(part);
  const blocks: FlowBlock[] = [];
  const paragraph = (text: string) => {
    if (text.trim() !== "") blocks.push({ kind: "paragraph", text: text.trim() });
  };
  let text = "";
  let isText = false;
  document.read(part, {
    open(name, attributes) {
      isText = name === "a:t";
      if (name === "a:br") text += "\n";
      else if (name === "xdr:cNvPr") paragraph(attributes.descr ?? "");
      else if (name === "c:chart") blocks.push(...drawingTexts(document, relationships, attributes["r:id"]));
      else if (name === "dgm:relIds")
        blocks.push(...drawingTexts(document, relationships, attributes["r:dm"]));
    },
    text(data) {
      if (isText) text += data;
    },
    close(name) {
      isText = false;
      if (name !== "a:p") return;
      paragraph(text);
      text = "";
    },
  });
  return blocks;
}
