/**
 * The text of an answer.
 * @throws RangeError as soon as it is longer than `maxBytes`; the rest is not read.
 */
export async function readBounded(response: Response, maxBytes: number): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop cancels the stream.
  for await (const piece of response.body ?? []) {
    bytes += piece.length;
    if (bytes > maxBytes) throw new RangeError(`more than ${maxBytes} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}
