import type { FileFormat } from "../detection/file-format.ts";
import { csvParser, TSV, tsvParser } from "./csv-parser.ts";

export const csvFormat: FileFormat = {
  parsers: () => [csvParser, tsvParser],
  extensions: { csv: "text/csv", tsv: TSV, tab: TSV },
  aliases: { "application/csv": "text/csv", "text/tsv": TSV },
};
