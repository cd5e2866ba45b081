/**
 * Reads the text of a response.
 *
 * @throws RangeError once the text is longer than `maxBytes`; the rest is not read.
 */
export async function readBounded(response: Response, maxBytes: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop cancels the stream.
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > maxBytes) throw new RangeError(`more than ${maxBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}
