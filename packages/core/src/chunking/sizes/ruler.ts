import { firstAtLeast } from "../../structures/sorted-search.ts";
import type { Span } from "../spans/span.ts";
import { tokenQuarters } from "./token-estimate.ts";

/** Measures spans of one text, in code units or in quarters of estimated tokens. */
export interface Ruler {
  lengthOf(span: Span): number;
  /** The first position at least `length` after `position`. */
  after(position: number, length: number): number;
  /** The last position at least `length` before `position`; negative if there is none. */
  before(position: number, length: number): number;
}

/** Counts UTF-16 code units, as `String.length` does. */
export const CHARACTERS: Ruler = {
  lengthOf: ({ start, end }) => end - start,
  after: (position, length) => position + length,
  before: (position, length) => position - length,
};

/** Counts quarters of estimated tokens. In Latin script, a quarter is one character. */
export function tokenRuler(text: string): Ruler {
  const offsets = new Uint32Array(text.length + 1);
  let offset = 0;
  for (let at = 0; at < text.length; at++) {
    offsets[at] = offset;
    offset += tokenQuarters(text.charCodeAt(at));
  }
  offsets[text.length] = offset;

  const offsetOf = (position: number) => offsets[position] ?? offset;
  return {
    lengthOf: ({ start, end }) => offsetOf(end) - offsetOf(start),
    after: (position, length) => firstAtLeast(offsets, offsetOf(position) + length),
    before: (position, length) => firstAtLeast(offsets, offsetOf(position) - length + 1) - 1,
  };
}
