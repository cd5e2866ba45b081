import { ByteReader } from "@quarry/core/internal";
/** Maximum size of a page, so that four fit into a page of PostgreSQL and none is moved out of its row. */
export const PAGE_BYTES = 1880;
/** Maximum size of postings within a page; longer ones get a row of their own. */
export const MAX_INLINE_BYTES = 256;

/**
 * Iterates over the entries of a page. An entry consists of the difference to the previous key, then `2 * postings +
 * isList`, then, for postings within the page, their length and bytes. A single posting has no length.
 */
export class PageCursor {
  key = 0;
  count = 0;
  /** True when the postings are stored in a row of their own. */
  isList = false;
  private start = 0;
  private readonly reader: ByteReader;
  // Cached, because reading the length of a typed array view is slow.
  private readonly end: number;

  constructor(private readonly page: Uint8Array) {
    this.end = page.length;
    this.reader = new ByteReader(page);
  }

  /** Moves to the next entry; returns false at the end. */
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

  /** The postings of an entry that stores them within the page. */
  bytes(): Uint8Array {
    return this.page.subarray(this.start, this.reader.at);
  }
}
