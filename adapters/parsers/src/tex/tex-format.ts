import type { FileFormat } from "../detection/file-format.ts";
import { parseTex, TEX } from "./tex-parser.ts";

export const texFormat: FileFormat = {
  parsers: () => [{ mimeTypes: [TEX], parse: parseTex }],
  extensions: { tex: TEX, latex: TEX, ltx: TEX },
  aliases: { "application/x-tex": TEX, "application/x-latex": TEX },
};
