import type { Parser, ParserRegistry } from "@quarry/core";
import { csvParser, tsvParser } from "./csv-parser.ts";
import { detectType } from "./detect-type.ts";
import { htmlParser } from "./html-parser.ts";
import { jsonParser } from "./json-parser.ts";
import { markdownParser } from "./markdown-parser.ts";
import { textParser } from "./text-parser.ts";

const PARSERS: readonly Parser[] = [textParser, markdownParser, htmlParser, csvParser, tsvParser, jsonParser];

/**
 * The parsers of this package behind one door. What no parser names is read as plain text, unless its bytes are not text.
 *
 * @example
 * const document = await createParserRegistry().parse({ bytes, filename: "handbook.md" });
 */
export function createParserRegistry(): ParserRegistry {
  const byType = new Map(
    PARSERS.flatMap((parser) => parser.mimeTypes.map((type) => [type, parser] as const)),
  );
  return {
    async parse({ declaredMimeType, ...input }) {
      const type = detectType(input.bytes, input.filename, declaredMimeType);
      return (byType.get(type) ?? textParser).parse(input);
    },
  };
}
