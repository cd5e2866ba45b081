import type { FileFormat } from "../detection/file-format.ts";
import { NOTEBOOK, parseNotebook } from "./notebook-parser.ts";

export const notebookFormat: FileFormat = {
  parsers: () => [{ mimeTypes: [NOTEBOOK], parse: parseNotebook }],
  extensions: { ipynb: NOTEBOOK },
  aliases: { "application/ipynb": NOTEBOOK },
};
