import { isUnspaced } from "../text/join-lines.ts";
import type { Box } from "./box.ts";

/** A word that Tesseract read. */
export interface ReadWord {
  readonly text: string;
  /** From 0 to 1. */
  readonly confidence: number;
  /** In pixels of the image that Tesseract was given. */
  readonly box: Box;
}

/** A paragraph's lines of words. */
export type ReadParagraph = readonly (readonly ReadWord[])[];

const WORD_LEVEL = "5";

/** Reads the words of Tesseract's table (TSV), by paragraph and line. */
export function readTable(table: string): ReadParagraph[] {
  const paragraphs: ReadWord[][][] = [];
  let paragraphKey = "";
  let lineKey = "";
  for (const row of table.split("\n")) {
    const [level, page, block, paragraph, line, , left, top, width, height, confidence, ...parts] =
      row.split("\t");
    const text = parts.join(" ").trim();
    if (level !== WORD_LEVEL || text === "") continue;
    const [ofParagraph, ofLine] = [`${page} ${block} ${paragraph}`, `${page} ${block} ${paragraph} ${line}`];
    if (ofParagraph !== paragraphKey) paragraphs.push([]);
    if (ofLine !== lineKey) paragraphs.at(-1)?.push([]);
    [paragraphKey, lineKey] = [ofParagraph, ofLine];
    const box = { left: Number(left), top: Number(top), width: Number(width), height: Number(height) };
    paragraphs
      .at(-1)
      ?.at(-1)
      ?.push({ text, confidence: Math.max(0, Number(confidence)) / 100, box });
  }
  return paragraphs;
}

/** The text of a line. Scripts without spaces between words get none. */
export function lineText(words: readonly Pick<ReadWord, "text">[]): string {
  let text = "";
  for (const { text: word } of words)
    text += text === "" || (isUnspaced(text.at(-1)) && isUnspaced(word[0])) ? word : ` ${word}`;
  return text;
}
