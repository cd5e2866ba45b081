import { type CFB$Container, find, read } from "cfb";
import { damagedError } from "../zip/zip-errors.ts";

/** A compound file (OLE): named streams, as Office documents had before 2007, and mails of Outlook have. */
export interface CompoundFile {
  /** Returns the bytes of a stream at the root; undefined if there is none. */
  stream(name: string): Uint8Array | undefined;
}

/** @throws QuarryError `invalid_request` if the file is damaged. */
export function openCompound(bytes: Uint8Array): CompoundFile {
  let container: CFB$Container;
  try {
    container = read(bytes, { type: "buffer" });
  } catch {
    throw damagedError("Office document");
  }
  return {
    stream(name) {
      const content = find(container, `/${name}`)?.content;
      return content && content.length > 0 ? Buffer.from(content) : undefined;
    },
  };
}
