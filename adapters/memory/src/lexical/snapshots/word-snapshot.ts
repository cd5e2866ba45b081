import type { Snapshot, SnapshotWriter } from "../../snapshot-file.ts";
import { readCells, section, writeCells } from "../../snapshot-sections.ts";
import type { PackedWords } from "../fields/packed-words.ts";

/** Converted without a pause. */
const WORDS_PER_WRITE = 1024;

/** Writes words by number. @param isFree Returns whether to leave a word out. */
export async function writeWords(
  out: SnapshotWriter,
  words: readonly (string | undefined)[],
  count: number,
  isFree: (id: number) => boolean,
): Promise<void> {
  const ends = new Uint32Array(count);
  let end = 0;
  out.section("word-characters");
  for (let start = 0; start < count; start += WORDS_PER_WRITE) {
    const written: string[] = [];
    for (let id = start; id < Math.min(count, start + WORDS_PER_WRITE); id++) {
      const word = isFree(id) ? "" : (words[id] ?? "");
      written.push(word);
      end += word.length;
      ends[id] = end;
    }
    await out.write(new Uint8Array(charactersOf(written.join("")).buffer));
  }
  await writeCells(out, "word-ends", ends);
}

/** Reads words that `writeWords` wrote. */
export function readWords(snapshot: Snapshot): PackedWords {
  const { buffer, byteOffset, byteLength } = section(snapshot, "word-characters");
  return {
    characters: new Uint16Array(buffer, byteOffset, byteLength / 2),
    ends: readCells(snapshot, "word-ends"),
  };
}

function charactersOf(text: string): Uint16Array<ArrayBuffer> {
  const characters = new Uint16Array(text.length);
  for (let at = 0; at < text.length; at++) characters[at] = text.charCodeAt(at);
  return characters;
}
