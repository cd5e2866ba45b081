import type { ParsedDocument, ParseInput, Parser } from "@quarry/core";
import { Tokenizer } from "htmlparser2";
import { decodeText } from "./decode-text.ts";
import { extractedDocument } from "./extracted-document.ts";
import { HtmlReader } from "./html-reader.ts";

/** Reads HTML: what a reader sees, without scripts, styles and navigation; the text is ours, not the source. */
export const htmlParser: Parser = {
  mimeTypes: ["text/html"],
  async parse({ bytes }: ParseInput): Promise<ParsedDocument> {
    const source = decodeText(bytes, declaredCharset(bytes));
    const marksContent = /<(?:main|article)[\s>]/i.test(source);
    let reader = read(source, { dropBoilerplate: marksContent, keepAll: false });
    // A page that is nothing but navigation is still a page.
    if (reader.text.blocks.length === 0) reader = read(source, { dropBoilerplate: false, keepAll: true });
    return extractedDocument("text/html", reader.text.text, reader.text.blocks, reader.title);
  },
};

/** What a reader sees of a piece of HTML. */
export function htmlText(source: string): string {
  return read(source, { dropBoilerplate: false, keepAll: true }).text.text;
}

function read(source: string, options: { dropBoilerplate: boolean; keepAll: boolean }): HtmlReader {
  const reader = new HtmlReader(source, options);
  const tokenizer = new Tokenizer({}, reader);
  tokenizer.write(source);
  tokenizer.end();
  return reader;
}

function declaredCharset(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder("windows-1252").decode(bytes.subarray(0, 4096));
  return /<meta\s[^>]{0,200}?charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1];
}
