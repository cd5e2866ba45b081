import { QuarryError } from "@quarry/core";

/** A segment's row was deleted by a merge or a deletion before it could be read. */
export class SegmentGone extends QuarryError {
  constructor() {
    super("unavailable", "A part of the lexical index was replaced while it was read. Try again.");
  }
}
