import type { FileFormat } from "../detection/file-format.ts";
import { markdownParser } from "./markdown-parser.ts";

export const markdownFormat: FileFormat = {
  parsers: () => [markdownParser],
  extensions: {
    md: "text/markdown",
    markdown: "text/markdown",
    mdown: "text/markdown",
    mkd: "text/markdown",
    mdx: "text/markdown",
  },
  aliases: { "text/x-markdown": "text/markdown" },
};
