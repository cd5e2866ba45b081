import { format, getFormatFromId, isDateFormat, isPercentFormat } from "numfmt";
import type { OoxmlPackage } from "../ooxml/ooxml-package.ts";

/** Returns a number as text. @param style The index of the cell's style, as the file writes it. */
export type NumberWriter = (value: string, style: string | undefined) => string;

/** Days between the first days of the two calendars. */
const DAYS_UNTIL_1904 = 1462;
/** More digits of a number are noise of its binary form. */
const DIGITS = 15;
const MAX_PATTERN_CHARS = 200;

/**
 * Reads the formats of numbers. Dates, times and percentages are written as the program shows them; other numbers as they
 * are stored, without separators, which is how people search for them.
 */
export function readNumberFormats(
  document: OoxmlPackage,
  part: string | undefined,
  is1904: boolean,
): NumberWriter {
  return numberWriter(readPatterns(document, part), is1904);
}

/** Creates a writer of numbers. @param patternOf Returns the pattern of a style, by its index. */
export function numberWriter(
  patternOf: (style: number) => string | undefined,
  is1904: boolean,
): NumberWriter {
  const shown = new Map<string, string | undefined>();

  function shownPattern(style: string): string | undefined {
    if (shown.has(style)) return shown.get(style);
    const pattern = patternOf(Number(style));
    const isShown = pattern !== undefined && isFormatted(pattern);
    shown.set(style, isShown ? pattern : undefined);
    return shown.get(style);
  }

  return (value, style) => {
    const number = Number(value);
    if (!Number.isFinite(number) || value.trim() === "") return value.trim();
    const pattern = style === undefined ? undefined : shownPattern(style);
    const plain = () => plainNumber(value.trim(), number);
    if (pattern === undefined) return plain();
    if (!isDateFormat(pattern)) return formatted(pattern, number) ?? plain();
    // No date is before day 0: programs show such a cell filled with signs.
    return number < 0 ? plain() : (formatted(pattern, is1904 ? number + DAYS_UNTIL_1904 : number) ?? plain());
  };
}

/** Reads the pattern of each style: of the file, or one that is built in. */
function readPatterns(document: OoxmlPackage, part: string | undefined) {
  const patterns = new Map<number, string>();
  const formatOfStyle: number[] = [];
  let isCellStyle = false;
  if (part !== undefined)
    document.read(part, {
      open(name, { numFmtId, formatCode }) {
        if (name === "s:cellXfs") isCellStyle = true;
        else if (name === "s:numFmt") patterns.set(Number(numFmtId), formatCode ?? "");
        else if (name === "s:xf" && isCellStyle) formatOfStyle.push(Number(numFmtId ?? 0));
      },
      close(name) {
        if (name === "s:cellXfs") isCellStyle = false;
      },
    });
  return (style: number): string | undefined => {
    const id = formatOfStyle[style];
    return id === undefined ? undefined : (patterns.get(id) ?? getFormatFromId(id));
  };
}

function isFormatted(pattern: string): boolean {
  if (pattern.length > MAX_PATTERN_CHARS) return false;
  try {
    return isDateFormat(pattern) || isPercentFormat(pattern);
  } catch {
    return false;
  }
}

/** A pattern may be broken, or show nothing but signs. */
function formatted(pattern: string, value: number): string | undefined {
  try {
    const text = format(pattern, value).trim();
    return /^#*$/.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

function plainNumber(value: string, number: number): string {
  return value.length <= DIGITS && !/e/i.test(value) ? value : String(Number(number.toPrecision(DIGITS)));
}
