import type { Parser } from "@quarry/core";
import { assertTextLength, parsedDocument } from "../document/parsed-document.ts";
import { withWarnings } from "../document/with-warnings.ts";
import { readText } from "../text/decode-text.ts";
import { type BlockReader, markupBlocks } from "./markup-lines.ts";

/** Creates a parser of light markup: the text is the source. */
export function markupParser(mimeType: string, createReader: () => BlockReader, title?: RegExp): Parser {
  return {
    mimeTypes: [mimeType],
    async parse({ bytes, declaredCharset }) {
      const { text, warnings } = readText(bytes, declaredCharset);
      assertTextLength(text);
      const document = parsedDocument(
        mimeType,
        text,
        markupBlocks(text, createReader()),
        title?.exec(text)?.[1],
      );
      return withWarnings(document, warnings);
    },
  };
}
