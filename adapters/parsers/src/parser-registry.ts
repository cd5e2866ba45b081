import type { ParserRegistry } from "@quarry/core";
import { createTypeDetector } from "./detection/detect-type.ts";
import { withTextLimit } from "./document/text-limit.ts";
import { FILE_FORMATS } from "./file-formats.ts";
import { createRecognizer, type OcrOptions } from "./ocr/recognizer.ts";
import { textParser } from "./plain-text/text-parser.ts";

/** Settings of the parsers. */
export interface ParserOptions {
  /** How text in images is recognized. */
  readonly ocr?: OcrOptions;
  /** Maximum length of a document's text, in UTF-16 code units. Default 10,000,000. */
  readonly maxTextChars?: number;
}

/**
 * Creates a registry of all parsers in this package. A file of an unknown type is parsed as plain text, which fails if
 * its bytes are not text. Parsers that need a large library load it with the first file of their type.
 *
 * @example
 * const document = await createParserRegistry().parse({ bytes, filename: "handbook.md" });
 */
export function createParserRegistry({ ocr, maxTextChars }: ParserOptions = {}): ParserRegistry {
  const services = { recognizer: createRecognizer(ocr), registry: () => registry };
  const parsers = FILE_FORMATS.flatMap((format) => format.parsers(services));
  const parserByType = new Map(
    parsers.flatMap((parser) => parser.mimeTypes.map((type) => [type, parser] as const)),
  );
  const detectType = createTypeDetector(FILE_FORMATS);
  const typeOf: ParserRegistry["typeOf"] = ({ bytes, filename, declaredMimeType }) =>
    detectType(bytes, filename, declaredMimeType);
  const registry: ParserRegistry = {
    typeOf,
    async parse(input) {
      const declaredCharset = input.declaredCharset ?? charsetOf(input.declaredMimeType);
      const parser = parserByType.get(typeOf(input)) ?? textParser;
      const declared = declaredCharset === undefined ? {} : { declaredCharset };
      return withTextLimit(maxTextChars, () => parser.parse({ ...input, ...declared }));
    },
  };
  return registry;
}

/** The parameter `charset` of a media type. */
function charsetOf(mimeType = ""): string | undefined {
  return /;\s*charset\s*=\s*["']?([^"';\s]+)/i.exec(mimeType)?.[1];
}
