import { LRUCache } from "lru-cache";
import type { TextReader } from "./text-pieces.ts";

/** A place in a text, between two characters. */
export interface TextMark {
  /** UTF-16 code units before it, in which offsets count. */
  readonly units: number;
  /** Bytes before it, by which the database cuts. */
  readonly bytes: number;
}

/** Finds bytes of long texts in which some characters take two code units. */
export interface TextMarks {
  /**
   * Returns marks from the start to the end of a text. The first call for a text reads it in pieces.
   * @throws TextChanged, and as {@link TextReader.pieces}.
   */
  of(orgId: string, documentId: string, generation: number): Promise<readonly TextMark[]>;
}

/** Between two marks, in code units. */
const STEP = 1 << 16;
/** In memory, of all texts: some ten megabytes. */
const MAX_MARKS = 200_000;

/** Creates the marks. Callers that ask for the same text at the same time share its reading. */
export function createTextMarks(reader: Pick<TextReader, "pieces">): TextMarks {
  const kept = new LRUCache<string, readonly TextMark[]>({
    maxSize: MAX_MARKS,
    sizeCalculation: ({ length }) => length,
  });
  const reading = new Map<string, Promise<readonly TextMark[]>>();

  async function read(orgId: string, documentId: string, generation: number): Promise<readonly TextMark[]> {
    const marks: TextMark[] = [{ units: 0, bytes: 0 }];
    let [units, bytes] = [0, 0];
    for await (const { text } of reader.pieces(orgId, documentId, generation))
      for (let start = 0, end = 0; start < text.length; start = end) {
        end = Math.min(start + STEP, text.length);
        if (isHighSurrogate(text, end - 1)) end += 1;
        units += end - start;
        bytes += Buffer.byteLength(text.slice(start, end));
        marks.push({ units, bytes });
      }
    return marks;
  }

  return {
    async of(orgId, documentId, generation) {
      const key = `${orgId} ${documentId} ${generation}`;
      const known = kept.get(key) ?? reading.get(key);
      if (known) return known;
      const marks = read(orgId, documentId, generation).finally(() => reading.delete(key));
      reading.set(key, marks);
      const found = await marks;
      kept.set(key, found);
      return found;
    },
  };
}

function isHighSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xd800 && unit <= 0xdbff;
}
