type Label = ConstructorParameters<typeof TextDecoder>[0];

const TO_JIS = [0x1b, 0x24, 0x42];
const TO_ASCII = [0x1b, 0x28, 0x42];
const tables = new Map<string, Map<string, readonly number[]>>();

/** Encodes a text in an encoding of the WHATWG standard, by the inverse of its decoder. */
export function encodeText(text: string, encoding: string): Uint8Array {
  if (encoding === "iso-2022-jp") return encodeIso2022(text);
  const table = tables.get(encoding) ?? tableOf(encoding);
  tables.set(encoding, table);
  return Uint8Array.from(
    [...text].flatMap(
      (char) =>
        table.get(char) ?? decomposed(char).flatMap((part) => table.get(part) ?? fail(part, encoding)),
    ),
  );
}

/** A letter and its last mark: windows-1258 has the tones of Vietnamese only as marks. */
function decomposed(char: string): string[] {
  const parts = [...char.normalize("NFD")];
  const tone = parts.findIndex((part) => /[\u0300\u0301\u0303\u0309\u0323]/.test(part));
  if (tone < 1) return [char];
  return [parts.toSpliced(tone, 1).join("").normalize("NFC"), parts[tone] ?? ""];
}

function tableOf(encoding: string): Map<string, readonly number[]> {
  const decoder = new TextDecoder(encoding as Label);
  const table = new Map<string, readonly number[]>();
  const learn = (...bytes: number[]) => {
    const char = decoder.decode(Uint8Array.from(bytes));
    if ([...char].length === 1 && char !== "\ufffd" && !table.has(char)) table.set(char, bytes);
  };
  for (let byte = 0; byte < 256; byte++) learn(byte);
  // A common character of Shift_JIS, and one of the other encodings of two bytes.
  const hasPairs = [
    [0x88, 0x9f],
    [0xb0, 0xa1],
  ].some((pair) => [...decoder.decode(Uint8Array.from(pair))].length === 1);
  if (!hasPairs) return table;
  for (let lead = 0x81; lead < 0xff; lead++) for (let trail = 0x40; trail < 0xff; trail++) learn(lead, trail);
  return table;
}

/** JIS X 0208 between escape sequences: the characters of EUC-JP without their high bits. */
function encodeIso2022(text: string): Uint8Array {
  const runs = text.match(/[\p{ASCII}]+|\P{ASCII}+/gu) ?? [];
  const parts = runs.flatMap((run) => {
    const bytes = [...encodeText(run, "euc-jp")].map((byte) => byte & 0x7f);
    return /\p{ASCII}/u.test(run) ? bytes : [...TO_JIS, ...bytes, ...TO_ASCII];
  });
  return Uint8Array.from(parts);
}

function fail(char: string, encoding: string): never {
  throw new Error(`${encoding} has no ${char}`);
}
