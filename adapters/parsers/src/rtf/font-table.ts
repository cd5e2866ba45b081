import { pageOfCharset, pageOfFontName, WINDOWS_WESTERN } from "./code-pages.ts";

const SYMBOL_CHARSET = 2;

/** A font of an RTF file. */
export interface RtfFont {
  name: string;
  /** The code page of its text; undefined for the file's own. */
  page: number | undefined;
  /** True if its characters are symbols. */
  isSymbol: boolean;
}

/** Collects a file's fonts from the control words and text of its font table. */
export interface FontTable {
  control(name: string, parameter: number | undefined): void;
  add(text: string): void;
  font(number: number | undefined): RtfFont | undefined;
}

/** Creates an empty font table. */
export function fontTable(): FontTable {
  const fonts = new Map<number, RtfFont>();
  let current: RtfFont = { name: "", page: undefined, isSymbol: false };
  let isNamed = false;
  return {
    control(name, parameter = 0) {
      if (name === "f") {
        current = { name: "", page: undefined, isSymbol: false };
        isNamed = false;
        fonts.set(parameter, current);
      } else if (name === "fcharset") {
        current.page = pageOfCharset(parameter);
        current.isSymbol = parameter === SYMBOL_CHARSET;
      } else if (name === "cpg" && parameter > 0) {
        current.page = parameter;
      }
    },
    add(text) {
      const end = text.indexOf(";");
      if (!isNamed) current.name = `${current.name}${end === -1 ? text : text.slice(0, end)}`.slice(0, 100);
      if (end === -1 || isNamed) return;
      isNamed = true;
      // A name such as "Arial CE" is more exact than the character set "Western".
      if (current.page === undefined || current.page === WINDOWS_WESTERN)
        current.page = pageOfFontName(current.name) ?? current.page;
    },
    font: (number) => (number === undefined ? undefined : fonts.get(number)),
  };
}
