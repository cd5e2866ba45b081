import type { Namespaces } from "../xml/prefix-scope.ts";

const TRANSITIONAL = "http://schemas.openxmlformats.org";
const STRICT = "http://purl.oclc.org/ooxml";

/** The part of each namespace after its root; "ISO 29500 Strict" leaves out the year. */
const PREFIXES: readonly (readonly [string, string, string])[] = [
  ["w", "wordprocessingml/2006/main", "wordprocessingml/main"],
  ["p", "presentationml/2006/main", "presentationml/main"],
  ["s", "spreadsheetml/2006/main", "spreadsheetml/main"],
  ["xdr", "drawingml/2006/spreadsheetDrawing", "drawingml/spreadsheetDrawing"],
  ["a", "drawingml/2006/main", "drawingml/main"],
  ["c", "drawingml/2006/chart", "drawingml/chart"],
  ["dgm", "drawingml/2006/diagram", "drawingml/diagram"],
  ["pic", "drawingml/2006/picture", "drawingml/picture"],
  ["wp", "drawingml/2006/wordprocessingDrawing", "drawingml/wordprocessingDrawing"],
  ["r", "officeDocument/2006/relationships", "officeDocument/relationships"],
  ["m", "officeDocument/2006/math", "officeDocument/math"],
];

/** The prefixes that the readers of Office Open XML expect, for both editions of the standard. */
export const OOXML_NAMESPACES: Namespaces = {
  ...Object.fromEntries(
    PREFIXES.flatMap(([prefix, transitional, strict]) => [
      [`${TRANSITIONAL}/${transitional}`, prefix],
      [`${STRICT}/${strict}`, prefix],
    ]),
  ),
  "http://schemas.openxmlformats.org/markup-compatibility/2006": "mc",
  "http://schemas.openxmlformats.org/package/2006/relationships": "",
  "http://purl.org/dc/elements/1.1/": "dc",
  "urn:schemas-microsoft-com:vml": "v",
};
