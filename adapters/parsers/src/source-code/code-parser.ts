import type { Parser } from "@quarry/core";
import { assertTextLength, parsedDocument } from "../document/parsed-document.ts";
import { withWarnings } from "../document/with-warnings.ts";
import { readText } from "../text/decode-text.ts";
import { codeBlocks } from "./code-blocks.ts";
import type { Language } from "./languages.ts";

/** Creates the parser of a programming language: the text is the source, with a heading for each definition. */
export function codeParser(language: Language): Parser {
  return {
    mimeTypes: [language.mimeType],
    async parse({ bytes, declaredCharset }) {
      const { text, warnings } = readText(bytes, declaredCharset);
      assertTextLength(text);
      return withWarnings(parsedDocument(language.mimeType, text, codeBlocks(text, language)), warnings);
    },
  };
}
