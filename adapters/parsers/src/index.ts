/**
 * @module
 * Parsers that convert a file's bytes to text and structure.
 */
export type { ArchivedFile } from "./archive/archive-files.ts";
export { unpackArchive } from "./archive/unpack-archive.ts";
export { csvParser, tsvParser } from "./csv/csv-parser.ts";
export { htmlParser } from "./html/html-parser.ts";
export { jsonParser } from "./json/json-parser.ts";
export { markdownParser } from "./markdown/markdown-parser.ts";
export { requireLanguages } from "./ocr/languages.ts";
export type { OcrMode, OcrOptions } from "./ocr/recognizer.ts";
export { createParserRegistry, type ParserOptions } from "./parser-registry.ts";
export { textParser } from "./plain-text/text-parser.ts";
