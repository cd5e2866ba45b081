import { ByteReader } from "@quarry/core";
/** Pages stay below this, so that four fit into one of PostgreSQL's and none is moved out of its row. */
export const PAGE_BYTES = 1880;
/** Longer postings have a row of their own. */
export const MOST_INLINE = 256;

/**
 * Walks over the entries of a page. An entry is the difference to the key before, twice the number of postings plus
 * one where they lie elsewhere, and else their length and bytes; a single posting needs no length.
 */
export class PageCursor {
  key = 0;
  count = 0;
  /** True when the postings lie in a row of their own. */
  isList = false;
  private start = 0;
  private readonly reader: ByteReader;
  // Asking a view of bytes for its length each time is slow.
  private readonly end: number;

  constructor(private readonly page: Uint8Array) {
    this.end = page.length;
    this.reader = new ByteReader(page);
  }

  /** Goes to the next entry; false at the end. */
  next(): boolean {
    const { reader } = this;
    if (reader.at >= this.end) return false;
    this.key += reader.read();
    const mark = reader.read();
    this.count = mark >>> 1;
    this.isList = (mark & 1) === 1;
    this.start = reader.at;
    if (this.isList) return true;
    if (this.count > 1) {
      const length = reader.read();
      this.start = reader.at;
      reader.at += length;
    } else if ((reader.read() & 1) === 0) reader.read();
    return true;
  }

  /** The postings of an entry that has them here. */
  bytes(): Uint8Array {
    return this.page.subarray(this.start, this.reader.at);
  }
}
