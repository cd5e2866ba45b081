import type { ParsedDocument, ParseInput } from "@quarry/core";
import { DocumentText } from "../document/document-text.ts";
import { readXml } from "../xml/read-xml.ts";

/** The type of SVG pictures. */
export const SVG = "image/svg+xml";
const NAMESPACES = { "http://www.w3.org/2000/svg": "", "http://www.w3.org/1999/xhtml": "" };
/** Elements whose text people read, or hear from a screen reader. */
const TEXTS = new Set(["text", "title", "desc", "foreignObject"]);
/** Elements within a text that begin a new line or word. */
const PARTS = new Set(["tspan", "textPath", "p", "div", "span", "br", "li"]);
const HIDDEN = new Set(["style", "script", "metadata"]);

/** Parses an SVG picture: its texts, title and descriptions, in the order of the file. */
export async function parseSvg({ bytes }: ParseInput): Promise<ParsedDocument> {
  const out = new DocumentText();
  let title: string | undefined;
  let parts: string[] = [];
  let [textDepth, hiddenDepth] = [0, 0];
  const isComplete = readXml(
    bytes,
    {
      open(name) {
        if (HIDDEN.has(name)) hiddenDepth += 1;
        if (TEXTS.has(name)) textDepth += 1;
        if (PARTS.has(name)) parts.push(" ");
      },
      text(data) {
        if (textDepth > 0 && hiddenDepth === 0) parts.push(data);
      },
      close(name) {
        if (HIDDEN.has(name)) hiddenDepth -= 1;
        if (!TEXTS.has(name)) return;
        textDepth -= 1;
        if (textDepth > 0) return;
        const text = parts.join("").replace(/\s+/g, " ").trim();
        parts = [];
        if (name === "title") title ??= text;
        out.add("paragraph", text);
      },
    },
    NAMESPACES,
  );
  return out.finish(SVG, {
    ...(title ? { title } : {}),
    warnings: isComplete ? [] : ["The end of the picture is missing."],
  });
}
