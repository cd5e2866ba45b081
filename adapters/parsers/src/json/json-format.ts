import type { FileFormat } from "../detection/file-format.ts";
import { jsonParser } from "./json-parser.ts";

export const jsonFormat: FileFormat = {
  parsers: () => [jsonParser],
  extensions: { json: "application/json", geojson: "application/json" },
  aliases: { "text/json": "application/json" },
};
