/**
 * @module
 * Parsers: a file's bytes to its text and structure.
 */
export { csvParser, tsvParser } from "./csv-parser.ts";
export { htmlParser } from "./html-parser.ts";
export { jsonParser } from "./json-parser.ts";
export { markdownParser } from "./markdown-parser.ts";
export { requireLanguages } from "./ocr/languages.ts";
export { createParserRegistry, type ParserOptions } from "./parser-registry.ts";
export { textParser } from "./text-parser.ts";
