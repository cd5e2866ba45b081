import type { FileFormat } from "../detection/file-format.ts";
import { htmlParser } from "./html-parser.ts";

export const htmlFormat: FileFormat = {
  parsers: () => [htmlParser],
  extensions: { html: "text/html", htm: "text/html", xhtml: "text/html" },
  aliases: { "application/xhtml+xml": "text/html" },
};
