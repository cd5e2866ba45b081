import { type Block, QuarryError } from "@quarry/core";
import { truncateLine } from "../document/parsed-document.ts";
import { declaredCharset, readChapter } from "../html/html-parser.ts";
import { decodeText } from "../text/decode-text.ts";
import { xmlCharset } from "../xml/decode-xml.ts";
import type { ContentsEntry } from "./book-contents.ts";

const MAX_HEADING_LEVEL = 6;
/** A chapter's own heading can follow a number or a picture's caption. */
const HEADING_SEARCH_BLOCKS = 3;

/** The text of a chapter with its structure. */
export interface Chapter {
  readonly text: string;
  readonly blocks: readonly Block[];
}

/** Reads a chapter; undefined if its bytes are not text. */
export function chapterOf(bytes: Uint8Array, options: { keepAll: boolean }): Chapter | undefined {
  try {
    const { text, blocks } = readChapter(
      decodeText(bytes, xmlCharset(bytes) ?? declaredCharset(bytes)),
      options,
    ).text;
    return { text, blocks };
  } catch (error) {
    if (QuarryError.isInstance(error)) return undefined;
    throw error;
  }
}

/**
 * Returns what the table of contents adds to a chapter without a heading: its first paragraph becomes the heading if it
 * is the entry's label, otherwise the label is a heading before the chapter.
 */
export function headed(
  chapter: Chapter,
  entry: ContentsEntry | undefined,
): { chapter: Chapter; heading?: ContentsEntry } {
  const [first, ...others] = chapter.blocks;
  if (!entry || !first) return { chapter };
  if (chapter.blocks.slice(0, HEADING_SEARCH_BLOCKS).some(({ kind }) => kind === "heading"))
    return { chapter };
  const heading = { ...entry, level: Math.min(entry.level, MAX_HEADING_LEVEL) };
  const line = chapter.text.slice(first.start, first.end).replace(/\s+/g, " ").trim();
  if (first.kind !== "paragraph" || line.toLowerCase() !== entry.label.toLowerCase())
    return { chapter, heading };
  const { start, end } = first;
  const block: Block = { kind: "heading", start, end, level: heading.level, title: truncateLine(line) };
  return { chapter: { text: chapter.text, blocks: [block, ...others] } };
}
