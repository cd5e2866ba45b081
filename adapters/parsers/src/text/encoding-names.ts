/**
 * The encodings of the WHATWG standard that a detector can tell apart, by the detector's name for them. ISO-8859-1 is
 * decoded as windows-1252, like everywhere on the web.
 */
export const DETECTED_ENCODINGS: Readonly<Record<string, string>> = {
  cp1252: "windows-1252",
  "iso8859-1": "windows-1252",
  "iso8859-2": "iso-8859-2",
  "iso8859-3": "iso-8859-3",
  "iso8859-4": "iso-8859-4",
  "iso8859-5": "iso-8859-5",
  "iso8859-6": "iso-8859-6",
  "iso8859-7": "iso-8859-7",
  "iso8859-8": "iso-8859-8",
  "iso8859-9": "windows-1254",
  "iso8859-10": "iso-8859-10",
  "iso8859-13": "iso-8859-13",
  "iso8859-14": "iso-8859-14",
  "iso8859-15": "iso-8859-15",
  "iso8859-16": "iso-8859-16",
  cp1250: "windows-1250",
  cp1251: "windows-1251",
  cp1253: "windows-1253",
  cp1254: "windows-1254",
  cp1255: "windows-1255",
  cp1256: "windows-1256",
  cp1257: "windows-1257",
  cp1258: "windows-1258",
  cp866: "ibm866",
  cp874: "windows-874",
  "koi8-r": "koi8-r",
  "koi8-u": "koi8-u",
  "mac-roman": "macintosh",
  "mac-cyrillic": "x-mac-cyrillic",
  cp932: "shift_jis",
  shift_jis_2004: "shift_jis",
  euc_jis_2004: "euc-jp",
  iso2022_jp_2: "iso-2022-jp",
  cp949: "euc-kr",
  euc_kr: "euc-kr",
  gb18030: "gb18030",
  big5hkscs: "big5",
};

/** A decoder for a label of the WHATWG standard, such as "latin1"; undefined for an unknown one. */
export function decoderFor(label: string): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new TextDecoder(label.trim() as ConstructorParameters<typeof TextDecoder>[0]);
  } catch {
    return undefined;
  }
}
