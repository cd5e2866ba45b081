import { listNumber, type NumberFormat } from "../flow/list-number.ts";
import type { Attributes } from "../xml/attributes.ts";
import { readXml } from "../xml/read-xml.ts";
import { ODF_NAMESPACES } from "./odf-namespaces.ts";

const MAX_CHAIN = 20;
const FORMATS: Readonly<Record<string, NumberFormat | undefined>> = {
  "1": "decimal",
  a: "lowerLetter",
  A: "upperLetter",
  i: "lowerRoman",
  I: "upperRoman",
};

/** How a level of a list is numbered; bullets have no format. */
interface ListLevel {
  readonly format: NumberFormat | undefined;
  readonly start: number;
}

/** What the reader uses of a document's styles. */
export interface OdtStyles {
  /** Adds the styles in a file of the document. */
  add(source: Uint8Array): void;
  /** True if a paragraph style belongs to the document's title, itself or by the style it is based on. */
  isTitle(style: string | undefined): boolean;
  /** The first number of a list. */
  start(list: string | undefined, level: number): number;
  /** The mark of a list's item. */
  mark(list: string | undefined, level: number, number: number): string;
}

/** Creates an empty set of styles. */
export function odtStyles(): OdtStyles {
  const parents = new Map<string, string>();
  const lists = new Map<string, Map<number, ListLevel>>();
  let levels: Map<number, ListLevel> | undefined;

  function addLevel(attributes: Attributes, format: NumberFormat | undefined): void {
    const level = (Number(attributes["text:level"]) || 1) - 1;
    levels?.set(level, { format, start: Number(attributes["text:start-value"]) || 1 });
  }

  return {
    add(source) {
      readXml(
        source,
        {
          open(name, attributes) {
            const own = attributes["style:name"] ?? "";
            const parent = attributes["style:parent-style-name"];
            if (name === "style:style" && parent !== undefined) parents.set(own, parent);
            else if (name === "text:list-style") {
              levels = new Map();
              lists.set(own, levels);
            } else if (name === "text:list-level-style-number") {
              addLevel(attributes, FORMATS[attributes["style:num-format"] ?? ""]);
            } else if (name === "text:list-level-style-bullet") {
              addLevel(attributes, undefined);
            }
          },
        },
        ODF_NAMESPACES,
      );
    },
    isTitle(style) {
      let next = style;
      for (let depth = 0; next !== undefined && depth < MAX_CHAIN; depth += 1) {
        if (next === "Title") return true;
        next = parents.get(next);
      }
      return false;
    },
    start: (list, level) => lists.get(list ?? "")?.get(level)?.start ?? 1,
    mark(list, level, number) {
      const format = lists.get(list ?? "")?.get(level)?.format;
      return format === undefined ? "-" : `${listNumber(number, format)}.`;
    },
  };
}
