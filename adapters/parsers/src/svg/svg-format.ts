import type { FileFormat } from "../detection/file-format.ts";
import { parseSvg, SVG } from "./svg-parser.ts";

export const svgFormat: FileFormat = {
  parsers: () => [{ mimeTypes: [SVG], parse: parseSvg }],
  extensions: { svg: SVG },
};
