import { symbolCharacter } from "../text/symbol-font.ts";
import { decodePage, isLeadByte, WINDOWS_WESTERN } from "./code-pages.ts";
import type { RtfFont } from "./font-table.ts";

/** Control characters that remain after decoding. */
const CONTROLS = /(?![\t\n])\p{Cc}/gu;

const FULL_BYTES = 65_536;
const UTF_8 = 65001;

/** Collects bytes of text until their code page or what they belong to changes. */
export interface RtfCharacters {
  /** True if the last byte is the first of a character of two. `escaped` bytes end with an escape only. */
  readonly isOpen: boolean;
  /** True if there are enough bytes to take them, at the end of a character. */
  readonly isFull: boolean;
  add(byte: number, font: RtfFont | undefined, escaped: boolean): void;
  /** Returns the text of the collected bytes and starts again. */
  take(): string;
  /** Sets the code page of text whose font has none. */
  defaultPage: number;
}

/** Creates an empty collection. */
export function rtfCharacters(): RtfCharacters {
  let bytes: number[] = [];
  let page = WINDOWS_WESTERN;
  let symbols: string | undefined;
  let isLead = false;
  let isRawLead = false;

  return {
    defaultPage: WINDOWS_WESTERN,
    get isOpen() {
      return isRawLead;
    },
    get isFull() {
      return bytes.length >= FULL_BYTES && !isLead && (page !== UTF_8 || (bytes.at(-1) ?? 0) < 0x80);
    },
    add(byte, font, escaped) {
      if (bytes.length === 0) {
        page = font?.page ?? this.defaultPage;
        symbols = font?.isSymbol ? font.name : undefined;
      }
      isLead = !isLead && isLeadByte(page, byte);
      isRawLead = isLead && !escaped;
      bytes.push(byte);
    },
    take() {
      if (bytes.length === 0) return "";
      const decoded =
        symbols === undefined
          ? decodePage(page, Uint8Array.from(bytes))
          : bytes.map((byte) => symbolCharacter(byte, symbols ?? "")).join("");
      bytes = [];
      isLead = false;
      isRawLead = false;
      return decoded.replace(/[\v\f\r]/g, "\n").replace(CONTROLS, "");
    },
  };
}
