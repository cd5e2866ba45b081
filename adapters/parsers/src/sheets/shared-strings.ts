import { assertLength } from "../document/parsed-document.ts";
import type { OoxmlPackage } from "../ooxml/ooxml-package.ts";

/**
 * Reads the texts that cells refer to by number.
 * @throws QuarryError `invalid_request` if they are longer than a document's text may be.
 */
export function readSharedStrings(document: OoxmlPackage, part: string | undefined): readonly string[] {
  const strings: string[] = [];
  if (part === undefined) return strings;
  let length = 0;
  let parts: string[] = [];
  let isText = false;
  /** Phonetic readings are not shown in cells. */
  let isPhonetic = false;
  document.read(part, {
    open(name) {
      isText = name === "s:t" && !isPhonetic;
      if (name === "s:rPh") isPhonetic = true;
    },
    text(data) {
      if (isText) parts.push(data);
    },
    close(name) {
      isText = false;
      if (name === "s:rPh") isPhonetic = false;
      if (name !== "s:si") return;
      const text = parts.join("");
      // An empty one also takes memory.
      length += Math.max(1, text.length);
      assertLength(length);
      strings.push(text);
      parts = [];
    },
  });
  return strings;
}
