import type { FlowBlock } from "../flow/flow-block.ts";
import { chartReader } from "./chart-part.ts";
import type { OoxmlPackage, Relationships } from "./ooxml-package.ts";

/** Returns the texts of the chart or SmartArt diagram that a relationship refers to. */
export function drawingTexts(
  document: OoxmlPackage,
  relationships: Relationships,
  id: string | undefined,
): FlowBlock[] {
  const relationship = relationships.get(id ?? "");
  if (relationship?.type === "chart") {
    const reader = chartReader();
    document.read(relationship.target, reader);
    return reader.blocks();
  }
  return relationship?.type === "diagramData" ? diagramTexts(document, relationship.target) : [];
}

/** Returns the texts in a diagram's boxes as a list. */
function diagramTexts(document: OoxmlPackage, part: string): FlowBlock[] {
  const blocks: FlowBlock[] = [];
  let isText = false;
  let text = "";
  document.read(part, {
    open(name) {
      isText = name === "a:t";
      if (name === "a:p" || name === "a:br") text += " ";
    },
    close(name) {
      isText = false;
      if (name !== "dgm:pt") return;
      if (text.trim() !== "") blocks.push({ kind: "item", level: 0, mark: "-", text });
      text = "";
    },
    text(data) {
      if (isText) text += data;
    },
  });
  return blocks;
}
