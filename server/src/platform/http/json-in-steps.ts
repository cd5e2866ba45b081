import { QuarryError } from "@quarry/core";
import { createYieldToEventLoop } from "@quarry/core/internal";
import type { Json } from "@quarry/schema";
import { MAX_DEPTH, malformedJson } from "./malformed-json.ts";

/** More than the largest lists of golden queries and metadata have. */
const MAX_VALUES = 350_000;
const PIECE_BYTES = 256 * 1024;
const VALUES_PER_LOOK = 200;
/** No number of more digits means anything to a program. */
const MAX_TOKEN_BYTES = 1000;

const [QUOTE, BACKSLASH, COMMA, COLON, LETTER_U] = [0x22, 0x5c, 0x2c, 0x3a, 0x75] as const;
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d] as const;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

// A piece of a text may start with a byte order mark, which is a part of the text.
const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * As `JSON.parse`, of bytes, with pauses in which the process does other work: other calls would wait for a large body.
 * @throws QuarryError `invalid_request`, also for more values than a body may have.
 */
export async function parseInSteps(bytes: Uint8Array): Promise<Json> {
  const pause = createYieldToEventLoop();
  let at = BYTE_ORDER_MARK.every((byte, index) => bytes[index] === byte) ? BYTE_ORDER_MARK.length : 0;
  let values = 0;
  const open: { readonly value: Json[] | Record<string, Json>; key: string }[] = [];

  /** The next byte that is no white space. */
  function look(): number | undefined {
    const start = at;
    while (isWhiteSpace(bytes[at])) at += 1;
    if (at - start > PIECE_BYTES) throw malformedJson("it has too much white space");
    return bytes[at];
  }

  /** A text that is one piece; undefined for a longer one. Most are short, and a pause costs more than they do. */
  function readShortText(): string | undefined {
    const end = endOfPiece(bytes, at + 1);
    if (bytes[end] !== QUOTE) return undefined;
    const text = textOf(bytes.subarray(at + 1, end));
    at = end + 1;
    return text;
  }

  async function readLongText(): Promise<string> {
    const parts: string[] = [];
    for (at += 1; bytes[at] !== QUOTE; await pause()) {
      if (at >= bytes.length) throw malformedJson("a text in it has no end");
      const end = endOfPiece(bytes, at);
      parts.push(textOf(bytes.subarray(at, end)));
      at = end;
    }
    at += 1;
    return parts.join("");
  }

  function readToken(): Json {
    const start = at;
    while (!endsToken(bytes[at]) && at - start <= MAX_TOKEN_BYTES) at += 1;
    return parsed(decoded(bytes.subarray(start, at)));
  }

  async function readKey(): Promise<string> {
    if (look() !== QUOTE) throw malformedJson("a name of a field is missing");
    const key = readShortText() ?? (await readLongText());
    if (look() !== COLON) throw malformedJson("a colon is missing");
    at += 1;
    return key;
  }

  for (;;) {
    const first = look();
    let value: Json;
    if (first === OPEN_ARRAY || first === OPEN_OBJECT) {
      at += 1;
      value = first === OPEN_ARRAY ? [] : {};
      if (open.length >= MAX_DEPTH) throw malformedJson(`it nests deeper than ${MAX_DEPTH} levels`);
      if (look() !== (first === OPEN_ARRAY ? CLOSE_ARRAY : CLOSE_OBJECT)) {
        open.push({ value, key: first === OPEN_ARRAY ? "" : await readKey() });
        continue;
      }
      at += 1;
    } else value = first === QUOTE ? (readShortText() ?? (await readLongText())) : readToken();

    for (;;) {
      values += 1;
      if (values > MAX_VALUES) throw tooManyValues();
      if (values % VALUES_PER_LOOK === 0) await pause();
      const parent = open.at(-1);
      const next = look();
      if (!parent) {
        if (next !== undefined) throw malformedJson("something follows its end");
        return value;
      }
      put(parent.value, parent.key, value);
      const isArray = Array.isArray(parent.value);
      at += 1;
      if (next === COMMA) {
        if (!isArray) parent.key = await readKey();
        break;
      }
      if (next !== (isArray ? CLOSE_ARRAY : CLOSE_OBJECT)) throw malformedJson("a comma is missing");
      value = parent.value;
      open.pop();
    }
  }
}

/** As `JSON.parse`, which makes `__proto__` a field like all others. */
function put(parent: Json[] | Record<string, Json>, key: string, value: Json): void {
  if (Array.isArray(parent)) parent.push(value);
  else if (key !== "__proto__") parent[key] = value;
  else Object.defineProperty(parent, key, { value, enumerable: true, configurable: true, writable: true });
}

/** The quote that ends a text, or a place after many bytes that splits no character and no escape. */
function endOfPiece(bytes: Uint8Array, start: number): number {
  for (let at = start; at < bytes.length; ) {
    const byte = bytes[at] as number;
    if (byte === QUOTE || (at - start >= PIECE_BYTES && (byte & 0xc0) !== 0x80)) return at;
    at += byte !== BACKSLASH ? 1 : bytes[at + 1] === LETTER_U ? 6 : 2;
  }
  return bytes.length;
}

function isWhiteSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function endsToken(byte: number | undefined): boolean {
  return (
    byte === COMMA ||
    byte === CLOSE_ARRAY ||
    byte === CLOSE_OBJECT ||
    byte === undefined ||
    isWhiteSpace(byte)
  );
}

function textOf(bytes: Uint8Array): string {
  return parsed(`"${decoded(bytes)}"`) as string;
}

function decoded(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    throw malformedJson("it is not valid UTF-8");
  }
}

function parsed(json: string): Json {
  try {
    return JSON.parse(json) as Json;
  } catch {
    throw malformedJson("it cannot be parsed");
  }
}

function tooManyValues(): QuarryError {
  return new QuarryError(
    "invalid_request",
    `The body has more than ${MAX_VALUES} values. Send them in several calls.`,
  );
}
