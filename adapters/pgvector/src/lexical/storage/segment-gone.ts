import { QuarryError } from "@quarry/core";

/** What was to be read was taken away meanwhile, by a merge or by a deletion. */
export class SegmentGone extends QuarryError {
  constructor() {
    super("unavailable", "A part of the lexical index is gone.");
  }
}
