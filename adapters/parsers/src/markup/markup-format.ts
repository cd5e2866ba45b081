import type { FileFormat } from "../detection/file-format.ts";
import { readAsciiDocBlock } from "./asciidoc.ts";
import { markupParser } from "./markup-parser.ts";
import { readOrgBlock } from "./org-mode.ts";
import { createRestructuredTextReader } from "./restructured-text.ts";

const [RST, ORG, ASCIIDOC] = ["text/x-rst", "text/x-org", "text/x-asciidoc"];

/** reStructuredText, Org mode and AsciiDoc. */
export const markupFormat: FileFormat = {
  parsers: () => [
    markupParser(RST, createRestructuredTextReader),
    markupParser(ORG, () => readOrgBlock, /^#\+title:[ \t]*(\S[^\n]*)/im),
    markupParser(ASCIIDOC, () => readAsciiDocBlock),
  ],
  extensions: { rst: RST, rest: RST, org: ORG, adoc: ASCIIDOC, asciidoc: ASCIIDOC, asc: ASCIIDOC },
  aliases: { "text/prs.fallenstein.rst": RST, "text/org": ORG, "text/asciidoc": ASCIIDOC },
};
