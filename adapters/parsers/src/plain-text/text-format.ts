import type { FileFormat } from "../detection/file-format.ts";
import { textParser } from "./text-parser.ts";

export const textFormat: FileFormat = {
  parsers: () => [textParser],
  extensions: { txt: "text/plain", text: "text/plain", log: "text/plain" },
};
