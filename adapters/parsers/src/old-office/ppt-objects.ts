import { damagedError } from "../zip/zip-errors.ts";
import { type PptRecord, recordAt } from "./ppt-records.ts";

/** The objects of a presentation in their current version. A saved file may keep earlier versions before them. */
export interface PptObjects {
  readonly document: PptRecord;
  objectAt(id: number): PptRecord | undefined;
}

/** Offset of the current edit in the stream `Current User`. */
const CURRENT_EDIT_OFFSET = 16;
const MAX_EDITS = 10_000;
/** Record types of an edit and of the directory of its objects. */
const [USER_EDIT, PERSIST_DIRECTORY] = [4085, 6002];

/** Follows the edits of a presentation from the last one to the first ([MS-PPT] 2.1.2). */
export function currentObjects(stream: Buffer, user: Buffer): PptObjects {
  const offsets = new Map<number, number>();
  let documentId: number | undefined;
  let at = user.readUInt32LE(CURRENT_EDIT_OFFSET);
  for (let edits = 0; at !== 0 && edits < MAX_EDITS; edits += 1) {
    const edit = recordAt(stream, at);
    if (edit?.type !== USER_EDIT) break;
    documentId ??= edit.content.readUInt32LE(16);
    const directory = recordAt(stream, edit.content.readUInt32LE(12));
    if (directory?.type === PERSIST_DIRECTORY) readDirectory(directory.content, offsets);
    at = edit.content.readUInt32LE(8);
  }
  const objectAt = (id: number) => {
    const offset = offsets.get(id);
    return offset === undefined ? undefined : recordAt(stream, offset);
  };
  const document = objectAt(documentId ?? -1);
  if (!document) throw damagedError("PowerPoint presentation");
  return { document, objectAt };
}

/** Entries: the first id in 20 bits, the number of offsets in 12 bits, and the offsets. Later edits count. */
function readDirectory(content: Buffer, offsets: Map<number, number>): void {
  for (let at = 0; at + 4 <= content.length; ) {
    const entry = content.readUInt32LE(at);
    const [first, count] = [entry & 0xfffff, entry >>> 20];
    at += 4;
    for (let id = first; id < first + count && at + 4 <= content.length; id += 1, at += 4)
      if (!offsets.has(id)) offsets.set(id, content.readUInt32LE(at));
  }
}
