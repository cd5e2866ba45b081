/** Neither letter nor digit: ends a word. */
export const NONE = 0;
/** Letter of the Latin script. */
export const LATIN = 1;
/** Letter of the Greek script. */
export const GREEK = 2;
/** Letter of the Cyrillic script. */
export const CYRILLIC = 3;
/** Letter of the Hebrew script. */
export const HEBREW = 4;
/** Letter of the Arabic script. */
export const ARABIC = 5;
/** Letter of a script whose marks carry meaning (Indic) or that has no marks (Hangul, Armenian): never folded. */
export const OTHER = 6;
/** Any number. */
export const DIGIT = 7;
/** Combining mark: belongs to the letter before it. */
export const MARK = 8;
/** Invisible inside a word (soft hyphen, joiners, direction marks): dropped. */
export const IGNORED = 9;
/** Joins the parts of a compound if it is between letters or digits. */
export const CONNECTOR = 10;
/** Joins digits only. */
export const COMMA = 11;
/** Han or Kana, written without spaces. */
export const CJK = 12;
/** Thai, Lao, Khmer or Burmese, written without spaces. */
export const SOUTHEAST_ASIAN = 13;

const IGNORED_CODES = new Set([0xad, 0x34f, 0x200c, 0x200d, 0x200e, 0x200f, 0x2060, 0xfeff]);
const CONNECTORS = new Set("-'._\u2019\u2010\u05f3\u05f4");

const RULES: readonly (readonly [RegExp, number])[] = [
  [/^(?=[\p{L}\p{Nl}])[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]/u, CJK],
  [/^(?=[\p{L}\p{M}])[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u, SOUTHEAST_ASIAN],
  [/^\p{M}/u, MARK],
  [/^\p{N}/u, DIGIT],
  [/^\P{L}/u, NONE],
  [/^\p{sc=Latn}/u, LATIN],
  [/^\p{sc=Grek}/u, GREEK],
  [/^\p{sc=Cyrl}/u, CYRILLIC],
  [/^\p{sc=Hebr}/u, HEBREW],
  [/^[\p{sc=Arab}\u0640]/u, ARABIC],
];

const pages: (Uint8Array | undefined)[] = new Array(0x1100).fill(undefined);

/**
 * Returns the analyzer's class of a code point. Classifies blocks of 256 code points on first use; after that it is a
 * table lookup, equally fast for all scripts.
 * @param code 0 to 0x10FFFF; a lone surrogate is `NONE`.
 */
export function characterClass(code: number): number {
  const page = pages[code >> 8] ?? fillPage(code >> 8);
  return page[code & 255] as number;
}

function fillPage(number: number): Uint8Array {
  const page = new Uint8Array(256);
  for (let low = 0; low < 256; low++) page[low] = classify((number << 8) | low);
  pages[number] = page;
  return page;
}

function classify(code: number): number {
  if (code >= 0xd800 && code <= 0xdfff) return NONE;
  if (IGNORED_CODES.has(code)) return IGNORED;
  const character = String.fromCodePoint(code);
  if (CONNECTORS.has(character)) return CONNECTOR;
  if (character === ",") return COMMA;
  for (const [pattern, found] of RULES) if (pattern.test(character)) return found;
  return OTHER;
}

/** Returns the code point at `index`; a lone surrogate as is. */
export function codeAt(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code >= 0xd800 && code < 0xdc00 ? (text.codePointAt(index) as number) : code;
}
