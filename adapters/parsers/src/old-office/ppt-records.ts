/** A record of a PowerPoint stream ([MS-PPT] 2.3.1). */
export interface PptRecord {
  readonly type: number;
  readonly instance: number;
  readonly isContainer: boolean;
  readonly content: Buffer;
}

const HEADER_BYTES = 8;

/** Reads the record at an offset; undefined if the stream ends before it does. */
export function recordAt(stream: Buffer, offset: number): PptRecord | undefined {
  if (offset + HEADER_BYTES > stream.length) return undefined;
  const version = stream.readUInt16LE(offset);
  const [from, length] = [offset + HEADER_BYTES, stream.readUInt32LE(offset + 4)];
  if (from + length > stream.length) return undefined;
  return {
    type: stream.readUInt16LE(offset + 2),
    instance: version >> 4,
    isContainer: (version & 0xf) === 0xf,
    content: stream.subarray(from, from + length),
  };
}

/** Yields the records in a container. */
export function* recordsIn({ content }: Pick<PptRecord, "content">): Generator<PptRecord> {
  for (let at = 0; ; ) {
    const record = recordAt(content, at);
    if (!record) return;
    yield record;
    at += HEADER_BYTES + record.content.length;
  }
}
