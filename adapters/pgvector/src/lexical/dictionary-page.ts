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
  private at = 0;
  // Asking a view of bytes for its length each time is slow.
  private readonly end: number;

  constructor(private readonly page: Uint8Array) {
    this.end = page.length;
  }

  /** Goes to the next entry; false at the end. */
  next(): boolean {
    if (this.at >= this.end) return false;
    this.key += this.read();
    const mark = this.read();
    this.count = mark >>> 1;
    this.isList = (mark & 1) === 1;
    this.start = this.at;
    if (this.isList) return true;
    if (this.count > 1) {
      const length = this.read();
      this.start = this.at;
      this.at += length;
    } else if ((this.read() & 1) === 0) this.read();
    return true;
  }

  /** The postings of an entry that has them here. */
  bytes(): Uint8Array {
    return this.page.subarray(this.start, this.at);
  }

  private read(): number {
    const { page } = this;
    let value = 0;
    let factor = 1;
    for (;;) {
      const byte = page[this.at++] as number;
      if (byte < 128) return value + byte * factor;
      value += (byte & 127) * factor;
      factor *= 128;
    }
  }
}
