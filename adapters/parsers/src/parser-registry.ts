import type { Parser, ParserRegistry } from "@quarry/core";
import { csvParser, tsvParser } from "./csv-parser.ts";
import { detectType } from "./detect-type.ts";
import { htmlParser } from "./html-parser.ts";
import { jsonParser } from "./json-parser.ts";
import { markdownParser } from "./markdown-parser.ts";
import { createRecognizer } from "./ocr/recognizer.ts";
import { KIND_BY_TYPE, type OfficeType } from "./office-types.ts";
import { textParser } from "./text-parser.ts";

/** Settings of the parsers. */
export interface ParserOptions {
  /** Languages of the texts in pictures, by Tesseract's codes; `eng` when left out. */
  readonly ocrLanguages?: readonly string[];
}

const TEXT_PARSERS: readonly Parser[] = [
  textParser,
  markdownParser,
  htmlParser,
  csvParser,
  tsvParser,
  jsonParser,
];

/**
 * The parsers of this package behind one door. What no parser names is read as plain text, unless its bytes are not text.
 * Those of large libraries are loaded with the first file that needs them.
 *
 * @example
 * const document = await createParserRegistry().parse({ bytes, filename: "handbook.md" });
 */
export function createParserRegistry({ ocrLanguages = ["eng"] }: ParserOptions = {}): ParserRegistry {
  const recognizer = createRecognizer(ocrLanguages);
  const parsers: readonly Parser[] = [
    ...TEXT_PARSERS,
    ...Object.keys(KIND_BY_TYPE).map(
      (type): Parser => ({
        mimeTypes: [type],
        parse: async (input) =>
          (await import("./office-parser.ts")).parseOfficeFile(type as OfficeType, input),
      }),
    ),
    {
      mimeTypes: ["message/rfc822"],
      parse: async (input) => (await import("./eml-parser.ts")).parseEml(input),
    },
    {
      mimeTypes: ["application/pdf"],
      parse: async (input) => (await import("./pdf/pdf-parser.ts")).parsePdf(input, recognizer),
    },
    {
      mimeTypes: ["image/png", "image/jpeg", "image/tiff", "image/webp"],
      parse: async (input) => (await import("./image-parser.ts")).parseImage(input, recognizer),
    },
  ];
  const byType = new Map(
    parsers.flatMap((parser) => parser.mimeTypes.map((type) => [type, parser] as const)),
  );
  const typeOf: ParserRegistry["typeOf"] = ({ bytes, filename, declaredMimeType }) =>
    detectType(bytes, filename, declaredMimeType);
  return {
    typeOf,
    async parse(input) {
      return (byType.get(typeOf(input)) ?? textParser).parse(input);
    },
  };
}
