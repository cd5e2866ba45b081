/** What a block is; chunking keeps tables, lists and code whole where they fit. */
export type BlockKind = "heading" | "paragraph" | "list" | "code" | "table";

/** A run of the extracted text. Blocks are in order and do not overlap. */
export interface Block {
  readonly kind: BlockKind;
  /** Offsets into the extracted text, in UTF-16 code units; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** Heading level, 1 to 6, on headings. */
  readonly level?: number;
  /** A heading's plain text, without markup. */
  readonly title?: string;
  /** Rows that stand alone, in order, on tables; a chunk never splits one. */
  readonly rows?: readonly { readonly start: number; readonly end: number }[];
  /** What a reader must know to read any row, e.g. the header row; on tables. */
  readonly header?: string;
  /** 1-based page. */
  readonly page?: number;
}

/** A document's text and structure. */
export interface ParsedDocument {
  readonly mimeType: string;
  /** The whole extracted text. */
  readonly text: string;
  readonly blocks: readonly Block[];
  /** The document's own title, where it has one apart from its headings. */
  readonly title?: string;
}

/** A file to parse. */
export interface ParseInput {
  readonly bytes: Uint8Array;
  readonly filename: string;
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
   * @throws QuarryError `invalid_request` when the type is not supported or the file is broken; the message says
   * what is wrong and what to do.
   */
  parse(input: ParseInput & { readonly declaredMimeType?: string }): Promise<ParsedDocument>;
}
