import { type CFB$Container, find, read, utils, write } from "cfb";
import { damagedError } from "../zip/zip-errors.ts";
import { soundCompound } from "./sound-compound.ts";

/** The type of an entry with content. */
const STREAM = 2;

/** A compound file (OLE): named streams, as Office documents had before 2007, and mails of Outlook have. */
export interface CompoundFile {
  /** Returns the bytes of a stream at the root; undefined if there is none. */
  stream(name: string): Uint8Array | undefined;
  /** Returns a file with the same streams, whose structure is sound: libraries follow the chains of damaged files for ever. */
  rebuilt(): Uint8Array;
}

/** @throws QuarryError `invalid_request` if the file is damaged. */
export function openCompound(bytes: Uint8Array): CompoundFile {
  let container: CFB$Container;
  const sound = soundCompound(bytes);
  if (sound === undefined) throw damagedError("Office document");
  try {
    container = read(sound, { type: "buffer" });
  } catch {
    throw damagedError("Office document");
  }
  const stream = (name: string) => {
    const content = find(container, `/${name}`)?.content;
    return content && content.length > 0 ? Buffer.from(content) : undefined;
  };
  return {
    stream,
    rebuilt() {
      const sound = utils.cfb_new();
      for (const [at, path] of container.FullPaths.entries()) {
        const { type, content } = container.FileIndex[at] ?? {};
        const name = path.replace(/^[^/]*/, "");
        if (type === STREAM && content) utils.cfb_add(sound, name, Buffer.from(content));
      }
      return write(sound, { type: "buffer" }) as Buffer;
    },
  };
}
