import {
  type ByteWriter,
  frequencyOf,
  type PackedPostings,
  packPosting,
  slotOf,
} from "@quarry/core/internal";

/**
 * Appends postings with ascending slots to a buffer. Each is `2 * difference to the previous slot + 1` when its
 * frequency is 1; otherwise the lowest bit is 0 and the frequency follows.
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

/** Decodes postings. The varints are decoded inline, because a cold search decodes hundreds of thousands of them. */
export function decodePostings(bytes: Uint8Array, count: number): PackedPostings {
  const buffer = new Uint32Array(count);
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
