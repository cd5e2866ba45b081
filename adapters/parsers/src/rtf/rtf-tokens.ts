/** Receives the parts of an RTF file in order. */
export interface RtfHandler {
  open(): void;
  close(): void;
  /** A control word such as `\par` or `\f2`, or a control symbol such as `\~`. */
  control(name: string, parameter: number | undefined): void;
  /** One byte of text. `escaped` if it was written as `\'xx`. */
  byte(byte: number, escaped: boolean): void;
  /** True while the next plain byte belongs to a character of two bytes, so that it is not markup. */
  expectsByte(): boolean;
}

const OPEN = 0x7b;
const CLOSE = 0x7d;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
const MINUS = 0x2d;
const QUOTE = 0x27;
const DELETE = 0x7f;
const MAX_NAME = 32;
const MAX_DIGITS = 10;

/** Splits an RTF file into groups, control words and bytes of text. Every input is valid. */
export function readRtf(bytes: Uint8Array, handler: RtfHandler): void {
  let at = 0;
  while (at < bytes.length) {
    const byte = bytes[at] ?? 0;
    if (byte >= 0x80 || (handler.expectsByte() && byte >= SPACE)) {
      handler.byte(byte, false);
      at += 1;
    } else if (byte === OPEN) {
      handler.open();
      at += 1;
    } else if (byte === CLOSE) {
      handler.close();
      at += 1;
    } else if (byte === BACKSLASH) {
      at = readControl(at + 1);
    } else {
      if (byte === 0x09) handler.control("tab", undefined);
      else if (byte >= SPACE && byte !== DELETE) handler.byte(byte, false);
      at += 1;
    }
  }

  /** Reads the control word or symbol after a backslash and returns the offset behind it. */
  function readControl(start: number): number {
    const first = bytes[start];
    if (first === undefined) return start;
    if (!isLetter(first)) return readSymbol(first, start + 1);
    let end = start;
    while (end - start < MAX_NAME && isLetter(bytes[end])) end += 1;
    const name = String.fromCharCode(...bytes.subarray(start, end));
    const negative = bytes[end] === MINUS && isDigit(bytes[end + 1]);
    let next = negative ? end + 1 : end;
    let parameter: number | undefined;
    for (let digits = 0; digits < MAX_DIGITS && isDigit(bytes[next]); digits += 1, next += 1)
      parameter = (parameter ?? 0) * 10 + (bytes[next] ?? 0) - 0x30;
    if (bytes[next] === SPACE) next += 1;
    if (name === "bin") return Math.min(bytes.length, next + (parameter ?? 0));
    handler.control(name, negative && parameter !== undefined ? -parameter : parameter);
    return next;
  }

  function readSymbol(symbol: number, next: number): number {
    if (symbol === QUOTE) {
      const digits = String.fromCharCode(...bytes.subarray(next, next + 2));
      if (!/^[\da-f]{2}$/i.test(digits)) return next;
      handler.byte(Number.parseInt(digits, 16), true);
      return next + 2;
    }
    if (symbol === OPEN || symbol === CLOSE || symbol === BACKSLASH) handler.byte(symbol, true);
    else handler.control(String.fromCharCode(symbol), undefined);
    return next;
  }
}

function isLetter(byte: number | undefined): boolean {
  return byte !== undefined && ((byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a));
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}
