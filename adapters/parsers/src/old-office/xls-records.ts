/** A record of an Excel stream ([MS-XLS] 2.1.4). Long ones are continued in further records. */
export interface XlsRecord {
  readonly type: number;
  readonly content: Buffer;
  /** Contents of the records that continue it. */
  readonly continued: readonly Buffer[];
}

const HEADER_BYTES = 4;
const CONTINUE = 0x3c;

/** Yields the records from an offset on. */
export function* xlsRecords(stream: Buffer, from: number): Generator<XlsRecord> {
  let at = from;
  const next = () => {
    if (at + HEADER_BYTES > stream.length) return undefined;
    const [type, length] = [stream.readUInt16LE(at), stream.readUInt16LE(at + 2)];
    const content = stream.subarray(at + HEADER_BYTES, at + HEADER_BYTES + length);
    return content.length === length ? { type, content, end: at + HEADER_BYTES + length } : undefined;
  };
  for (let record = next(); record; ) {
    const continued: Buffer[] = [];
    at = record.end;
    let following = next();
    for (; following?.type === CONTINUE; following = next()) {
      continued.push(following.content);
      at = following.end;
    }
    yield { type: record.type, content: record.content, continued };
    record = following;
  }
}
