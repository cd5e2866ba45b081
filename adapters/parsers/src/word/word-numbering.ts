import type { OoxmlPackage } from "../ooxml/ooxml-package.ts";
import { numberValue } from "./word-values.ts";

const MAX_LEVEL = 8;

/** Counts the items of a document's lists. */
export interface WordNumbering {
  /** Returns the mark of the next item: `-` or a number; undefined if there is no such list. */
  next(list: string, level: number): string | undefined;
}

interface Level {
  isBullet: boolean;
  start: number;
}

/** Reads the lists of a Word document. */
export function readNumbering(document: OoxmlPackage, part: string | undefined): WordNumbering {
  const levels = new Map<string, Map<number, Level>>();
  const abstractOf = new Map<string, string>();
  const counts = new Map<string, number[]>();
  let abstract = "";
  let list = "";
  let level: Level = { isBullet: false, start: 1 };
  if (part)
    document.read(part, {
      open(name, attributes) {
        if (name === "w:abstractNum") {
          abstract = attributes["w:abstractNumId"] ?? "";
          levels.set(abstract, new Map());
          list = "";
        } else if (name === "w:num") {
          list = attributes["w:numId"] ?? "";
        } else if (name === "w:abstractNumId") {
          abstractOf.set(list, attributes["w:val"] ?? "");
        } else if (name === "w:lvl" && list === "") {
          level = { isBullet: false, start: 1 };
          levels.get(abstract)?.set(Number(attributes["w:ilvl"]) || 0, level);
        } else if (name === "w:numFmt" && list === "") {
          level.isBullet = /^(?:bullet|none)$/.test(attributes["w:val"] ?? "");
        } else if (name === "w:start" && list === "") {
          level.start = numberValue(attributes) ?? 1;
        }
      },
    });

  return {
    next(id, depth) {
      const owner = abstractOf.get(id);
      const format = levels.get(owner ?? "");
      if (owner === undefined || !format) return undefined;
      const at = Math.min(Math.max(0, depth), MAX_LEVEL);
      const { isBullet, start } = format.get(at) ?? { isBullet: true, start: 1 };
      if (isBullet) return "-";
      const numbers = counts.get(id) ?? [];
      // A deeper list starts again after each item.
      numbers.length = Math.min(numbers.length, at + 1);
      numbers[at] = (numbers[at] ?? start - 1) + 1;
      counts.set(id, numbers);
      return `${numbers[at]}.`;
    },
  };
}
