import type { OoxmlPackage } from "../ooxml/ooxml-package.ts";
import { numberValue } from "./word-values.ts";

const MAX_CHAIN = 20;
const TEXT_OUTLINE_LEVEL = 9;

/** What the readers use of a paragraph style. */
export interface WordStyle {
  readonly basedOn?: string;
  /** Heading level, from 1. */
  readonly level?: number;
  readonly numbering?: string;
  readonly listLevel?: number;
}

/** Returns the properties of a style, including what it inherits from other styles. */
export type WordStyles = (style: string | undefined) => WordStyle;

/** Reads the styles of a Word document. */
export function readStyles(document: OoxmlPackage, part: string | undefined): WordStyles {
  const styles = new Map<string, { -readonly [Key in keyof WordStyle]: WordStyle[Key] }>();
  let current: { -readonly [Key in keyof WordStyle]: WordStyle[Key] } = {};
  if (part)
    document.read(part, {
      open(name, attributes) {
        const value = attributes["w:val"] ?? "";
        const number = numberValue(attributes);
        if (name === "w:style") {
          current = {};
          styles.set(attributes["w:styleId"] ?? "", current);
        } else if (name === "w:name") {
          const level = /^heading (\d)$/i.exec(value)?.[1] ?? (/^title$/i.test(value) ? "1" : undefined);
          if (level !== undefined) current.level = Number(level);
        } else if (name === "w:basedOn") {
          current.basedOn = value;
        } else if (name === "w:outlineLvl" && number !== undefined && number < TEXT_OUTLINE_LEVEL) {
          current.level = number + 1;
        } else if (name === "w:numId") {
          current.numbering = value;
        } else if (name === "w:ilvl" && number !== undefined) {
          current.listLevel = number;
        }
      },
    });

  return (style) => {
    let result: WordStyle = {};
    let next = style;
    for (let depth = 0; next !== undefined && depth < MAX_CHAIN; depth += 1) {
      const found: WordStyle | undefined = styles.get(next);
      result = { ...found, ...result };
      next = found?.basedOn;
    }
    return result;
  };
}
