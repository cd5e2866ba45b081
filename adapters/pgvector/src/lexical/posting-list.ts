import { frequencyOf, type PackedPostings, packPosting, slotOf } from "@quarry/core/internal";
import type { ByteWriter } from "./bytes.ts";

/**
 * Appends postings with ascending slots to bytes: differences of slots, whose lowest bit says that the frequency
 * is 1; any other frequency follows.
 */
export function encodePostings(postings: Uint32Array, start: number, end: number, writer: ByteWriter): void {
  let before = 0;
  for (let index = start; index < end; index++) {
    const posting = postings[index] as number;
    const slot = slotOf(posting);
    const frequency = frequencyOf(posting);
    writer.write((slot - before) * 2 + (frequency === 1 ? 1 : 0));
    if (frequency !== 1) writer.write(frequency);
    before = slot;
  }
}

let scratch = new Uint32Array(1024);

/** Reads postings into a buffer that the next call overwrites. */
export function decodePostings(bytes: Uint8Array, count: number): PackedPostings {
  if (scratch.length < count) scratch = new Uint32Array(count * 2);
  const buffer = scratch;
  let at = 0;
  let slot = 0;
  for (let index = 0; index < count; index++) {
    let byte = bytes[at++] as number;
    let value = byte & 127;
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[at++] as number;
      value |= (byte & 127) << shift;
    }
    slot += value >>> 1;
    let frequency = 1;
    if ((value & 1) === 0) {
      byte = bytes[at++] as number;
      frequency = byte & 127;
      if (byte > 127) frequency |= (bytes[at++] as number) << 7;
    }
    buffer[index] = packPosting(slot, frequency);
  }
  return { buffer, count };
}
