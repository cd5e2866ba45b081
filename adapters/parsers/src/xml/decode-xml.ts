const CHUNK_BYTES = 65_536;
const HEAD_BYTES = 200;

/** A piece of an XML file's text, and how much of the file has been read with it. */
interface XmlPiece {
  readonly text: string;
  readonly bytesRead: number;
}

/** Yields the text of an XML file in pieces. The encoding comes from the byte order mark or the XML declaration. */
export function* decodeXml(bytes: Uint8Array): Generator<XmlPiece> {
  const decoder = decoderFor(bytes);
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    const end = Math.min(at + CHUNK_BYTES, bytes.length);
    yield { text: decoder.decode(bytes.subarray(at, end), { stream: true }), bytesRead: end };
  }
  yield { text: decoder.decode(), bytesRead: bytes.length };
}

function decoderFor(bytes: Uint8Array): InstanceType<typeof TextDecoder> {
  const [a, b] = bytes;
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return new TextDecoder("utf-16le");
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) return new TextDecoder("utf-16be");
  const declared = xmlCharset(bytes) ?? "utf-8";
  // A declaration of UTF-16 that can be read byte by byte is wrong.
  if (/^utf-?16/i.test(declared)) return new TextDecoder();
  try {
    return new TextDecoder(declared as ConstructorParameters<typeof TextDecoder>[0]);
  } catch {
    return new TextDecoder();
  }
}

/** Returns the charset in the XML declaration. */
export function xmlCharset(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder("windows-1252").decode(bytes.subarray(0, HEAD_BYTES));
  return /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w-]+)/.exec(head)?.[1];
}
