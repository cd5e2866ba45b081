import type { Parser, ParserRegistry } from "@quarry/core";
import type { Recognizer } from "../ocr/recognizer.ts";

/** Services that parsers share. */
export interface ParserServices {
  /** Reads the text in images (OCR). */
  readonly recognizer: Recognizer;
  /** All parsers, for formats that contain files. Complete when the first file is parsed. */
  readonly registry: () => ParserRegistry;
}

/** One file format: how to detect its files, and how to parse them. Every format folder exports one. */
export interface FileFormat {
  /**
   * Creates the format's parsers. Import a large library inside `parse`, so that it loads with the first file that
   * needs it.
   */
  parsers(services: ParserServices): readonly Parser[];
  /** MIME type by file extension, in lower case and without the dot. */
  readonly extensions?: Readonly<Record<string, string>>;
  /** Canonical MIME type by another name for it, in lower case. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Byte patterns that identify the format. They take precedence over the file name and the declared type. */
  readonly signatures?: readonly Signature[];
}

/** The first bytes of a file format. Strings hold one character per byte. */
export interface SignaturePattern {
  /** The file starts with one of these. */
  readonly prefixes: readonly string[];
  /** A further check of the first 128 bytes, for prefixes that plain text can also start with. */
  readonly confirm?: (head: string) => boolean;
}

/** The first bytes of a supported format. */
export interface Signature extends SignaturePattern {
  /** The MIME type; or a function that inspects the file and returns undefined if no parser supports it. */
  readonly mimeType: string | ((bytes: Uint8Array, filename: string) => string | undefined);
}
