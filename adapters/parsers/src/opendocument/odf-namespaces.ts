import type { Namespaces } from "../xml/prefix-scope.ts";

const OASIS = "urn:oasis:names:tc:opendocument:xmlns";

/** The prefixes that the reader of OpenDocument files expects. */
export const ODF_NAMESPACES: Namespaces = {
  ...Object.fromEntries(
    ["office", "text", "table", "style", "chart"].map((name) => [`${OASIS}:${name}:1.0`, name]),
  ),
  [`${OASIS}:drawing:1.0`]: "draw",
  [`${OASIS}:svg-compatible:1.0`]: "svg",
  "http://www.w3.org/1999/xlink": "xlink",
  "http://purl.org/dc/elements/1.1/": "dc",
  "http://www.w3.org/1998/Math/MathML": "math",
};
