import type { FileFormat } from "../detection/file-format.ts";
import { codeParser } from "./code-parser.ts";
import { LANGUAGES } from "./languages.ts";

/** Source code, recognised by the file extension only: text that looks like code may be prose about it. */
export const codeFormat: FileFormat = {
  parsers: () => LANGUAGES.map(codeParser),
  extensions: Object.fromEntries(
    LANGUAGES.flatMap(({ mimeType, extensions }) => extensions.map((extension) => [extension, mimeType])),
  ),
  aliases: {
    "application/javascript": "text/javascript",
    "application/x-javascript": "text/javascript",
    "application/x-sh": "text/x-sh",
    "text/x-script.python": "text/x-python",
  },
};
