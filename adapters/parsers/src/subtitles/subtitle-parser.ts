import type { ParsedDocument, ParseInput, Parser } from "@quarry/core";
import { DocumentText } from "../document/document-text.ts";
import { parseError } from "../document/parse-error.ts";
import { assertTextLength } from "../document/parsed-document.ts";
import { readText } from "../text/decode-text.ts";
import { joinLines } from "../text/join-lines.ts";
import { type Cue, readCues } from "./subtitle-cues.ts";

/** A paragraph ends at a pause of this length, or when it covers the next one. */
const PAUSE_SECONDS = 2;
const MAX_PARAGRAPH_SECONDS = 30;

/** Creates a parser of subtitles: paragraphs that begin with their time, `[00:01:05]`. */
export function subtitleParser(mimeType: string): Parser {
  return { mimeTypes: [mimeType], parse: async (input) => parseSubtitles(mimeType, input) };
}

function parseSubtitles(mimeType: string, { bytes, declaredCharset }: ParseInput): ParsedDocument {
  const { text, warnings } = readText(bytes, declaredCharset);
  assertTextLength(text);
  const cues = readCues(text);
  if (cues.length === 0)
    throw parseError(
      "The file has no subtitles with times.",
      "Send it as plain text with a file name that ends in .txt.",
    );
  const out = new DocumentText();
  for (const paragraph of paragraphsOf(cues)) {
    const lines = withoutRepeats(paragraph.flatMap((cue) => cue.lines));
    if (lines.length > 0)
      out.add(
        "paragraph",
        `[${timeOf(paragraph[0]?.startSeconds ?? 0)}] ${joinLines(lines.map((text) => ({ text }))).text}`,
      );
  }
  return out.finish(mimeType, { warnings });
}

function paragraphsOf(cues: readonly Cue[]): Cue[][] {
  const paragraphs: Cue[][] = [];
  for (const cue of cues) {
    const [first, last] = [paragraphs.at(-1)?.[0], paragraphs.at(-1)?.at(-1)];
    const continues =
      first !== undefined &&
      last !== undefined &&
      cue.startSeconds - last.endSeconds < PAUSE_SECONDS &&
      cue.endSeconds - first.startSeconds <= MAX_PARAGRAPH_SECONDS;
    if (continues) paragraphs.at(-1)?.push(cue);
    else paragraphs.push([cue]);
  }
  return paragraphs;
}

/** Automatic captions repeat the previous line above the new one. */
function withoutRepeats(lines: readonly string[]): string[] {
  return lines.filter((line, at) => line !== lines[at - 1]);
}

function timeOf(seconds: number): string {
  const part = (value: number) => String(Math.floor(value)).padStart(2, "0");
  return `${part(seconds / 3600)}:${part((seconds / 60) % 60)}:${part(seconds % 60)}`;
}
