import { decodeDos } from "./dos-code-pages.ts";

type Label = ConstructorParameters<typeof TextDecoder>[0];

export const WINDOWS_WESTERN = 1252;

/** The labels of code pages that are not `windows-` and their number. */
const LABELS: Readonly<Record<number, string>> = {
  866: "ibm866",
  932: "shift_jis",
  936: "gb18030",
  949: "euc-kr",
  950: "big5",
  1200: "utf-16le",
  1361: "euc-kr",
  10000: "macintosh",
  10001: "shift_jis",
  10002: "big5",
  10003: "euc-kr",
  10007: "x-mac-cyrillic",
  10008: "gb18030",
  20866: "koi8-r",
  21866: "koi8-u",
  28592: "iso-8859-2",
  28595: "iso-8859-5",
  28597: "iso-8859-7",
  54936: "gb18030",
  65001: "utf-8",
};

/** The code page of each character set of Windows that is not the file's default. */
const PAGE_BY_CHARSET: Readonly<Record<number, number>> = {
  0: WINDOWS_WESTERN,
  77: 10000,
  78: 10001,
  79: 10003,
  80: 10008,
  81: 10002,
  89: 10007,
  128: 932,
  129: 949,
  130: 1361,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
  254: 437,
  255: 850,
};

/** The code page by the end of a font's name, as programs of the 1990s wrote it instead of a character set. */
const PAGE_BY_SUFFIX: Readonly<Record<string, number>> = {
  ce: 1250,
  cyr: 1251,
  greek: 1253,
  tur: 1254,
  baltic: 1257,
};

/** Code pages whose characters have one or two bytes. */
const MULTIBYTE = new Set([932, 936, 949, 950, 1361, 10001, 10002, 10003, 10008]);

const decoders = new Map<number, InstanceType<typeof TextDecoder>>();

/** Returns the code page of a font's character set; undefined for the file's default. */
export function pageOfCharset(charset: number): number | undefined {
  return PAGE_BY_CHARSET[charset];
}

/** Returns the code page that a font's name ends with. */
export function pageOfFontName(name: string): number | undefined {
  return PAGE_BY_SUFFIX[/ (ce|cyr|greek|tur|baltic)$/i.exec(name.trim())?.[1]?.toLowerCase() ?? ""];
}

/** True if the byte is the first of two in the code page. */
export function isLeadByte(codePage: number, byte: number): boolean {
  if (!MULTIBYTE.has(codePage) || byte < 0x81 || byte > 0xfe) return false;
  // Half-width katakana are single bytes.
  return !((codePage === 932 || codePage === 10001) && byte >= 0xa0 && byte <= 0xdf);
}

/** Decodes bytes of a code page. An unknown code page is read as Western. */
export function decodePage(codePage: number, bytes: Uint8Array): string {
  return decodeDos(codePage, bytes) ?? decoderOf(codePage).decode(bytes);
}

function decoderOf(codePage: number): InstanceType<typeof TextDecoder> {
  const known = decoders.get(codePage);
  if (known) return known;
  const decoder = createDecoder(LABELS[codePage] ?? `windows-${codePage}`);
  decoders.set(codePage, decoder);
  return decoder;
}

function createDecoder(label: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(label as Label);
  } catch {
    return new TextDecoder("windows-1252");
  }
}
