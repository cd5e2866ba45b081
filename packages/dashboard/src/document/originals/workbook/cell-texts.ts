import { format, getFormatFromId, isDateFormat } from "numfmt";
import { type Attributes, type Part, readPart } from "./xml-part.ts";

/** Days between the first days of the two calendars. */
const DAYS_UNTIL_1904 = 1462;

/** Returns what a cell shows. @param value Its value, as the file writes it. */
export type CellText = (cell: Attributes, value: string) => string;

/** Reads what cells refer to: shared texts, and formats of numbers by style. */
export function readCellTexts(parts: {
  readonly sharedStrings: Part;
  readonly styles: Part;
  readonly is1904: boolean;
}): CellText {
  const strings = readStrings(parts.sharedStrings);
  const patterns = readPatterns(parts.styles);

  function numberText(value: string, style: string | undefined): string {
    const pattern = patterns[Number(style ?? 0)] ?? "General";
    const isShifted = parts.is1904 && isDateFormat(pattern);
    try {
      return format(pattern, Number(value) + (isShifted ? DAYS_UNTIL_1904 : 0));
    } catch {
      // The pattern is broken.
      return value;
    }
  }

  return ({ t: type, s: style }, value) => {
    if (type === "s") return strings[Number(value)] ?? "";
    if (type === "b") return value === "1" ? "TRUE" : "FALSE";
    const isNumber = (type === undefined || type === "n") && value.trim() !== "";
    return isNumber && Number.isFinite(Number(value)) ? numberText(value, style) : value;
  };
}

function readStrings(part: Part): string[] {
  const strings: string[] = [];
  const texts = textCollector();
  readPart(part, {
    open: texts.open,
    text: texts.text,
    close(name) {
      texts.close(name);
      if (name === "si") strings.push(texts.take());
    },
  });
  return strings;
}

/** The pattern of each style: of the file, or one that is built in. */
function readPatterns(part: Part): (string | undefined)[] {
  const own = new Map<number, string>();
  const ids: number[] = [];
  let isCellStyle = false;
  readPart(part, {
    open(name, { numFmtId, formatCode }) {
      if (name === "cellXfs") isCellStyle = true;
      else if (name === "numFmt") own.set(Number(numFmtId), formatCode ?? "");
      else if (name === "xf" && isCellStyle) ids.push(Number(numFmtId ?? 0));
    },
    close(name) {
      if (name === "cellXfs") isCellStyle = false;
    },
  });
  return ids.map((id) => own.get(id) ?? getFormatFromId(id) ?? undefined);
}

/** Collects the texts and values in an element, without phonetic readings, which programs do not show. */
export function textCollector() {
  let collected = "";
  let isText = false;
  let isPhonetic = false;
  return {
    open(name: string): void {
      if (name === "rPh") isPhonetic = true;
      isText = !isPhonetic && (name === "t" || name === "v");
    },
    text(data: string): void {
      if (isText) collected += data;
    },
    close(name: string): void {
      isText = false;
      if (name === "rPh") isPhonetic = false;
    },
    /** Returns the text, and starts with the next one. */
    take(): string {
      const text = collected;
      collected = "";
      return text;
    },
  };
}
