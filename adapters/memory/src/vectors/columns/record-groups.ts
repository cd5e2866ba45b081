import { isDeepStrictEqual } from "node:util";
import type { Filter } from "@quarry/core";
import { createFilterVerdicts } from "@quarry/core/internal";
import type { Metadata } from "@quarry/schema";

/** The records of a document that share its metadata, so that a filter is evaluated once for all of them. */
export interface RecordGroup {
  readonly documentId: string;
  readonly metadata: Metadata;
  /** Number of records. */
  size: number;
  /** Slot + 1 of its first record. */
  head: number;
  /** Ordinal of the document's next group; a document has two while a change of its metadata is being written. */
  next: number;
}

/** The groups of one table, by ordinals from 1. */
export interface RecordGroups {
  /** Increases when an ordinal is assigned to another group. */
  readonly version: number;
  get(ordinal: number): RecordGroup;
  /** Returns the group of a document and its metadata, and creates it if necessary. */
  find(documentId: string, metadata: Metadata): number;
  ofDocument(documentId: string): number[];
  /** Returns the ordinals of all groups, ascending. */
  ordinals(): number[];
  /** Returns whether a group's metadata passes a filter; valid as long as `version` does not change. */
  passes(filter: Filter): (ordinal: number) => boolean;
  /** Removes an empty group. */
  forget(ordinal: number): void;
  /** Returns a copy of all groups by ordinal. */
  copy(): readonly (RecordGroup | undefined)[];
}

/** Number of the document's groups to compare metadata with before creating another. */
const COMPARED = 4;

/** Creates the groups of an empty table. */
export function createRecordGroups(): RecordGroups {
  const groups: (RecordGroup | undefined)[] = [undefined];
  const free: number[] = [];
  const firstOf = new Map<string, number>();
  let version = 0;

  const get = (ordinal: number) => groups[ordinal] as RecordGroup;
  const verdicts = createFilterVerdicts((ordinal) => groups[ordinal]?.metadata);

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

    ordinals() {
      const ordinals: number[] = [];
      for (let ordinal = 1; ordinal < groups.length; ordinal += 1)
        if (groups[ordinal]) ordinals.push(ordinal);
      return ordinals;
    },

    passes: verdicts.of,

    forget(ordinal) {
      const { documentId, next } = get(ordinal);
      if (firstOf.get(documentId) !== ordinal) {
        const before = ofDocument(documentId).find((other) => get(other).next === ordinal) as number;
        get(before).next = next;
      } else if (next > 0) firstOf.set(documentId, next);
      else firstOf.delete(documentId);
      groups[ordinal] = undefined;
      verdicts.forget(ordinal);
      free.push(ordinal);
    },

    copy: () => groups.slice(),
  };
}
