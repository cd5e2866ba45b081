const BLOCK_BYTES = 512;

/** A tar archive of texts by their paths. The same texts make the same bytes. */
export function smallTar(files: Readonly<Record<string, string>>): Uint8Array {
  const parts = Object.entries(files).map(([path, text]) => {
    const content = Buffer.from(text);
    const header = Buffer.alloc(BLOCK_BYTES);
    header.write(path, 0);
    header.write(content.length.toString(8).padStart(11, "0"), 124);
    header.write("        0", 148, "latin1");
    header.write("ustar\x0000", 257, "latin1");
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(sum.toString(8).padStart(6, "0"), 148);
    header.writeUInt8(0, 154);
    return Buffer.concat([header, content, Buffer.alloc(-content.length & (BLOCK_BYTES - 1))]);
  });
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK_BYTES)]);
}
