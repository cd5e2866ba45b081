import { listNumber, type NumberFormat } from "../flow/list-number.ts";
import type { OoxmlPackage } from "../ooxml/ooxml-package.ts";
import { numberValue } from "./word-values.ts";

const MAX_LEVEL = 8;
const FORMATS: Readonly<Record<string, NumberFormat | undefined>> = {
  lowerLetter: "lowerLetter",
  upperLetter: "upperLetter",
  lowerRoman: "lowerRoman",
  upperRoman: "upperRoman",
};

/** Counts the items of a document's lists. */
export interface WordNumbering {
  /** Returns the mark of the next item: `-` or a number; undefined if there is no such list. */
  next(list: string, level: number): string | undefined;
}

/** How a level of a list is numbered; bullets have no format. */
interface Level {
  format: NumberFormat | undefined;
  start: number;
}

/** The levels of a list's definition, and the number of the last item of each level. */
interface Definition {
  readonly levels: Map<number, Level>;
  numbers: number[];
}

/** A list with a definition that other lists can share. */
interface List {
  definition: Definition | undefined;
  /** The first numbers of levels that start again with this list. */
  readonly starts: Map<number, number>;
  isStarted: boolean;
}

/** Reads the lists of a Word document. */
export function readNumbering(document: OoxmlPackage, part: string | undefined): WordNumbering {
  const definitions = new Map<string, Definition>();
  const lists = new Map<string, List>();
  let definition: Definition | undefined;
  let list: List | undefined;
  let level: Level = { format: "decimal", start: 1 };
  let overridden = 0;
  if (part)
    document.read(part, {
      open(name, attributes) {
        const value = attributes["w:val"] ?? "";
        if (name === "w:abstractNum") {
          list = undefined;
          definition = { levels: new Map(), numbers: [] };
          definitions.set(attributes["w:abstractNumId"] ?? "", definition);
        } else if (name === "w:num") {
          list = { definition: undefined, starts: new Map(), isStarted: false };
          lists.set(attributes["w:numId"] ?? "", list);
        } else if (name === "w:abstractNumId" && list) {
          list.definition = definitions.get(value);
        } else if (name === "w:lvlOverride") {
          overridden = Number(attributes["w:ilvl"]) || 0;
        } else if (name === "w:startOverride") {
          list?.starts.set(overridden, numberValue(attributes) ?? 1);
        } else if (name === "w:lvl" && !list) {
          level = { format: "decimal", start: 1 };
          definition?.levels.set(Number(attributes["w:ilvl"]) || 0, level);
        } else if (name === "w:numFmt" && !list) {
          level.format = /^(?:bullet|none)$/.test(value) ? undefined : (FORMATS[value] ?? "decimal");
        } else if (name === "w:start" && !list) {
          level.start = numberValue(attributes) ?? 1;
        }
      },
    });

  return {
    next(id, depth) {
      const found = lists.get(id);
      if (!found?.definition) return undefined;
      const { levels, numbers } = found.definition;
      const at = Math.min(Math.max(0, depth), MAX_LEVEL);
      const { format, start } = levels.get(at) ?? { format: undefined, start: 1 };
      if (!found.isStarted) for (const [level, first] of found.starts) numbers[level] = first - 1;
      found.isStarted = true;
      // A deeper list starts again after each item.
      numbers.length = Math.min(numbers.length, at + 1);
      numbers[at] = (numbers[at] ?? start - 1) + 1;
      return format === undefined ? "-" : `${listNumber(numbers[at], format)}.`;
    },
  };
}
