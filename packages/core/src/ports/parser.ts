import type { PageLayout } from "./page-layout.ts";

/** Kind of a block. Chunking keeps tables, lists and code whole where they fit. */
export type BlockKind = "heading" | "paragraph" | "list" | "code" | "table";

/** Position of a text in the original file, as far as the file type has such positions. */
export interface Place {
  /** 1-based page. */
  readonly page?: number;
  /** 1-based slide. */
  readonly slide?: number;
  /** Name of the sheet. */
  readonly sheet?: string;
  /** True if the text was recognized in an image. */
  readonly ocr?: boolean;
  /** Confidence of the text recognition, 0 to 1. */
  readonly confidence?: number;
}

/** A row of a table, as a range of the extracted text. */
export interface TableRow {
  readonly start: number;
  readonly end: number;
  /** 1-based row number in the sheet, if it has one. */
  readonly row?: number;
}

/** A structural element, as a range of the extracted text. Blocks are in order and do not overlap. */
export interface Block extends Place {
  readonly kind: BlockKind;
  /** Offsets into the extracted text, in UTF-16 code units; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** Heading level, 1 to 6, on headings. */
  readonly level?: number;
  /** Plain text of a heading, without markup. */
  readonly title?: string;
  /** On tables: the rows, in order. Chunking splits a row only if it is very long. */
  readonly rows?: readonly TableRow[];
  /** On tables: text needed to understand any row, e.g. the header row. */
  readonly header?: string;
}

/** A document's text and structure. */
export interface ParsedDocument {
  readonly mimeType: string;
  /** The whole extracted text. */
  readonly text: string;
  readonly blocks: readonly Block[];
  /** The document's title, if it has one apart from its headings. */
  readonly title?: string;
  /** Where the text stands on the pages, in order, as far as the file type has pages and the parser knows it. */
  readonly layout?: readonly PageLayout[];
  /** Problems that affect the text, e.g. a page without readable content. */
  readonly warnings?: readonly string[];
}

/** A file to parse. */
export interface ParseInput {
  readonly bytes: Uint8Array;
  readonly filename: string;
  /** The encoding that the sender declares, e.g. by the parameter `charset` of the media type. */
  readonly declaredCharset?: string;
  /** Called periodically by slow parsers. */
  readonly onProgress?: (progress: ParseProgress) => void;
}

/** Progress of a parser: in pages, or in bytes for files without pages. */
export type ParseProgress =
  | {
      /** `reading`: extracting text from the file. `recognizing`: recognizing text in its images. */
      readonly stage: "reading" | "recognizing";
      readonly pagesDone: number;
      readonly pagesTotal: number;
    }
  | {
      readonly stage: "reading";
      /** Bytes of the unpacked text. */
      readonly bytesDone: number;
      readonly bytesTotal: number;
    };

/** Extracts text and structure from one file type. */
export interface Parser {
  readonly mimeTypes: readonly string[];
  /**
   * @throws QuarryError `invalid_request` if the file is broken; the message gives the reason and a remedy.
   */
  parse(input: ParseInput): Promise<ParsedDocument>;
}

/** Selects the parser of a file: by its bytes, then its name, then the declared type. */
export interface ParserRegistry {
  /**
   * Returns the MIME type that a file would be parsed as.
   * @throws QuarryError `invalid_request` if the type is not supported.
   */
  typeOf(input: ParseInput & { readonly declaredMimeType?: string }): string;
  /**
   * @throws QuarryError `invalid_request` if the type is not supported or the file is broken; the message gives the
   * reason and a remedy.
   */
  parse(input: ParseInput & { readonly declaredMimeType?: string }): Promise<ParsedDocument>;
}
