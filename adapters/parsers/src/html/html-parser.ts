import type { ParsedDocument, ParseInput, Parser } from "@quarry/core";
import { Tokenizer } from "htmlparser2";
import { parsedDocument } from "../document/parsed-document.ts";
import { picturesLeftOut } from "../document/picture-warnings.ts";
import { withWarnings } from "../document/with-warnings.ts";
import { readText } from "../text/decode-text.ts";
import { type HtmlOptions, HtmlReader } from "./html-reader.ts";

/** Parses HTML to its visible text, without scripts, styles and navigation. */
export const htmlParser: Parser = {
  mimeTypes: ["text/html"],
  async parse({ bytes, declaredCharset: sent }: ParseInput): Promise<ParsedDocument> {
    const { text: source, warnings } = readText(bytes, declaredCharset(bytes) ?? sent);
    const marksContent = /<(?:main|article)[\s>]/i.test(source);
    let reader = read(source, { dropBoilerplate: marksContent, keepAll: false });
    // Keep the navigation of a page that has no other text.
    if (reader.text.blocks.length === 0) reader = read(source, { dropBoilerplate: false, keepAll: true });
    const document = parsedDocument("text/html", reader.text.text, reader.text.blocks, reader.title);
    return withWarnings(document, [...warnings, ...picturesLeftOut(reader.pictures)]);
  },
};

/** Returns the visible text of an HTML fragment, including its navigation. */
export function htmlText(source: string): string {
  return read(source, { dropBoilerplate: false, keepAll: true }).text.text;
}

/** Reads the text and structure of a book's chapter. It is XHTML: a tag that ends with a slash closes its element. */
export function readChapter(source: string, options: { readonly keepAll: boolean }): HtmlReader {
  return read(source, { ...options, dropBoilerplate: false, selfClosing: true });
}

function read(source: string, options: HtmlOptions): HtmlReader {
  const reader = new HtmlReader(source, options);
  const tokenizer = new Tokenizer({ recognizeSelfClosing: options.selfClosing ?? false }, reader);
  tokenizer.write(source);
  tokenizer.end();
  return reader;
}

/** Returns the charset that a page declares. */
export function declaredCharset(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder("windows-1252").decode(bytes.subarray(0, 4096));
  const ofXml = /^[^<]{0,100}<\?xml\s[^>]{0,200}?encoding\s*=\s*["']([^"'>]{1,40})/i.exec(head)?.[1];
  return /<meta\s[^>]{0,200}?charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(head)?.[1] ?? ofXml;
}
