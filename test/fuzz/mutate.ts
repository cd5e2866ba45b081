/** Returns numbers in [0, 1). */
export type Random = () => number;

type Mutation = (bytes: Uint8Array, random: Random) => Uint8Array;

const MAX_CHANGES = 16;

/** The ways in which files break: in transfer, on disks, and at the hands of people who want to break a parser. */
const MUTATIONS: readonly Mutation[] = [
  flipBits,
  setBytes,
  truncate,
  cutOut,
  repeatPart,
  swapParts,
  blank,
  changeNumber,
];
/** Bytes that are special in the formats. */
const SPECIAL = Buffer.from('\0\xff<>"&{}[]()\\/%#,;\n\r\t=', "latin1");
const NUMBERS = ["0", "-1", "1", "65536", "2147483648", "99999999999", "1e999", "NaN"];

/** Returns a broken copy of a file: one to three changes, the same ones for the same random numbers. */
export function mutate(bytes: Uint8Array, random: Random): Uint8Array {
  let changed = Uint8Array.from(bytes);
  for (let count = 1 + below(random, 3); count > 0; count -= 1) {
    if (changed.length === 0) break;
    changed = Uint8Array.from((MUTATIONS[below(random, MUTATIONS.length)] ?? truncate)(changed, random));
  }
  return changed;
}

function flipBits(bytes: Uint8Array, random: Random): Uint8Array {
  for (let count = 1 + below(random, MAX_CHANGES); count > 0; count -= 1) {
    const at = below(random, bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << below(random, 8));
  }
  return bytes;
}

function setBytes(bytes: Uint8Array, random: Random): Uint8Array {
  for (let count = 1 + below(random, MAX_CHANGES); count > 0; count -= 1)
    bytes[below(random, bytes.length)] = SPECIAL[below(random, SPECIAL.length)] ?? 0;
  return bytes;
}

function truncate(bytes: Uint8Array, random: Random): Uint8Array {
  return bytes.subarray(0, below(random, bytes.length));
}

function cutOut(bytes: Uint8Array, random: Random): Uint8Array {
  const { start, end } = range(bytes, random);
  return Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]);
}

function repeatPart(bytes: Uint8Array, random: Random): Uint8Array {
  const { start, end } = range(bytes, random);
  const times = 2 + below(random, 20);
  const part = bytes.subarray(start, end);
  return Buffer.concat([bytes.subarray(0, end), ...new Array(times).fill(part), bytes.subarray(end)]);
}

function swapParts(bytes: Uint8Array, random: Random): Uint8Array {
  const [a = 0, b = 0, c = 0, d = 0] = Array.from({ length: 4 }, () => below(random, bytes.length)).sort(
    (left, right) => left - right,
  );
  const part = (start: number, end?: number) => bytes.subarray(start, end);
  return Buffer.concat([part(0, a), part(c, d), part(b, c), part(a, b), part(d)]);
}

function blank(bytes: Uint8Array, random: Random): Uint8Array {
  const { start, end } = range(bytes, random);
  return bytes.fill(SPECIAL[below(random, SPECIAL.length)] ?? 0, start, end);
}

/** Replaces a number in the text of a file, such as a length or an offset. */
function changeNumber(bytes: Uint8Array, random: Random): Uint8Array {
  const text = Buffer.from(bytes).toString("latin1");
  const numbers = [...text.matchAll(/\d+/g)];
  const chosen = numbers[below(random, numbers.length)];
  if (!chosen) return bytes;
  const number = NUMBERS[below(random, NUMBERS.length)] ?? "0";
  return Buffer.from(
    text.slice(0, chosen.index) + number + text.slice(chosen.index + chosen[0].length),
    "latin1",
  );
}

/** A range of up to a quarter of the file, mostly short. */
function range(bytes: Uint8Array, random: Random): { readonly start: number; readonly end: number } {
  const start = below(random, bytes.length);
  const length = 1 + Math.floor(random() ** 3 * (bytes.length / 4));
  return { start, end: Math.min(start + length, bytes.length) };
}

function below(random: Random, limit: number): number {
  return Math.floor(random() * limit);
}
