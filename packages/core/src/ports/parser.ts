/** What a block is; chunking keeps tables, lists and code whole where they fit. */
export type BlockKind = "heading" | "paragraph" | "list" | "code" | "table";

/** Where in the original a run of text stands, as far as the kind of file has such places. */
export interface Place {
  /** 1-based page. */
  readonly page?: number;
  /** 1-based slide. */
  readonly slide?: number;
  /** Name of the sheet. */
  readonly sheet?: string;
  /** True when the text was read from a picture. */
  readonly ocr?: boolean;
  /** How sure the reading is, from 0 to 1, where it was read from a picture. */
  readonly confidence?: number;
}

/** A row of a table: a run of the text that stands alone. */
export interface TableRow {
  readonly start: number;
  readonly end: number;
  /** 1-based number of the row in its sheet, where it has one. */
  readonly row?: number;
}

/** A run of the extracted text. Blocks are in order and do not overlap. */
export interface Block extends Place {
  readonly kind: BlockKind;
  /** Offsets into the extracted text, in UTF-16 code units; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** Heading level, 1 to 6, on headings. */
  readonly level?: number;
  /** A heading's plain text, without markup. */
  readonly title?: string;
  /** Rows that stand alone, in order, on tables; a chunk never splits one. */
  readonly rows?: readonly TableRow[];
  /** What a reader must know to read any row, e.g. the header row; on tables. */
  readonly header?: string;
}

/** A document's text and structure. */
export interface ParsedDocument {
  readonly mimeType: string;
  /** The whole extracted text. */
  readonly text: string;
  readonly blocks: readonly Block[];
  /** The document's own title, where it has one apart from its headings. */
  readonly title?: string;
  /** What a reader of the text should know, e.g. that a page holds nothing to read. */
  readonly warnings?: readonly string[];
}

/** A file to parse. */
export interface ParseInput {
  readonly bytes: Uint8Array;
  readonly filename: string;
  /** Called from time to time by parsers that take long. */
  readonly onProgress?: (progress: ParseProgress) => void;
}

/** How far a parser is. */
export interface ParseProgress {
  /** Whether text is taken from the file or recognized in its pictures. */
  readonly stage: "reading" | "recognizing";
  readonly pagesDone: number;
  readonly pagesTotal: number;
}

/** Reads one kind of file. */
export interface Parser {
  readonly mimeTypes: readonly string[];
  /**
   * @throws QuarryError `invalid_request` with a cause and a remedy when the file is broken.
   */
  parse(input: ParseInput): Promise<ParsedDocument>;
}

/** Chooses the parser of a file, by its bytes first, then by its name, then by the declared type. */
export interface ParserRegistry {
  /**
   * The MIME type as which a file would be parsed.
   * @throws QuarryError `invalid_request` when the type is not supported.
   */
  typeOf(input: ParseInput & { readonly declaredMimeType?: string }): string;
  /**
   * @throws QuarryError `invalid_request` when the type is not supported or the file is broken; the message says
   * what is wrong and what to do.
   */
  parse(input: ParseInput & { readonly declaredMimeType?: string }): Promise<ParsedDocument>;
}
