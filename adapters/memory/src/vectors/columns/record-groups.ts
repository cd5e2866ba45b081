import { isDeepStrictEqual } from "node:util";
import type { Metadata } from "@quarry/schema";

/** The records of a document that share its metadata; what a filter judges once for all of them. */
export interface RecordGroup {
  readonly documentId: string;
  readonly metadata: Metadata;
  /** How many records. */
  size: number;
  /** Slot + 1 of its first record. */
  head: number;
  /** Ordinal of the same document's next group: there are two while an edit of its metadata is on its way. */
  next: number;
}

/** Groups of one table, by ordinals from 1 on. */
export interface RecordGroups {
  /** Rises when an ordinal begins to mean another group. */
  readonly version: number;
  get(ordinal: number): RecordGroup;
  /** The group of a document and metadata, made if there is none. */
  find(documentId: string, metadata: Metadata): number;
  ofDocument(documentId: string): number[];
  all(): Iterable<readonly [ordinal: number, group: RecordGroup]>;
  /** Forgets an empty group. */
  forget(ordinal: number): void;
  /** All by ordinal, as they are now. */
  copy(): readonly (RecordGroup | undefined)[];
}

/** Metadata is compared with that of so many groups of its document before it gets one of its own. */
const COMPARED = 4;

/** Creates the groups of an empty table. */
export function createRecordGroups(): RecordGroups {
  const groups: (RecordGroup | undefined)[] = [undefined];
  const free: number[] = [];
  const firstOf = new Map<string, number>();
  let version = 0;

  const get = (ordinal: number) => groups[ordinal] as RecordGroup;

  function ofDocument(documentId: string): number[] {
    const ordinals: number[] = [];
    for (let at = firstOf.get(documentId) ?? 0; at > 0; at = get(at).next) ordinals.push(at);
    return ordinals;
  }

  return {
    get version() {
      return version;
    },
    get,
    ofDocument,

    find(documentId, metadata) {
      let at = firstOf.get(documentId) ?? 0;
      for (let compared = 0; at > 0 && compared < COMPARED; compared += 1) {
        const known = get(at).metadata;
        if (known === metadata || isDeepStrictEqual(known, metadata)) return at;
        at = get(at).next;
      }
      const ordinal = free.pop() ?? groups.length;
      groups[ordinal] = { documentId, metadata, size: 0, head: 0, next: firstOf.get(documentId) ?? 0 };
      firstOf.set(documentId, ordinal);
      version += 1;
      return ordinal;
    },

    *all() {
      for (const [ordinal, group] of groups.entries()) if (group) yield [ordinal, group];
    },

    forget(ordinal) {
      const { documentId, next } = get(ordinal);
      if (firstOf.get(documentId) !== ordinal) {
        const before = ofDocument(documentId).find((other) => get(other).next === ordinal) as number;
        get(before).next = next;
      } else if (next > 0) firstOf.set(documentId, next);
      else firstOf.delete(documentId);
      groups[ordinal] = undefined;
      free.push(ordinal);
    },

    copy: () => groups.slice(),
  };
}
