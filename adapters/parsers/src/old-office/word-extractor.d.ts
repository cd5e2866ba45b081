declare module "word-extractor" {
  /** The texts of a Word document. */
  interface ExtractedDocument {
    getBody(): string;
    getHeaders(options?: { readonly includeFooters?: boolean }): string;
    getFootnotes(): string;
    getEndnotes(): string;
    getTextboxes(): string;
  }

  class WordExtractor {
    extract(source: Buffer): Promise<ExtractedDocument>;
  }

  export = WordExtractor;
}
