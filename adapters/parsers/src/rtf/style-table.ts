/** Finds the styles of headings in a file's style sheet. */
export interface StyleTable {
  control(name: string, parameter: number | undefined): void;
  add(text: string): void;
  /** Ends the open style. */
  end(): void;
  /** The level of a heading style, from 1; undefined for other styles. */
  level(style: number | undefined): number | undefined;
}

const MAX_OUTLINE_LEVEL = 8;

/** Returns the heading level of an outline level, which is 9 for text. */
export function levelOfOutline(outline: number | undefined): number | undefined {
  return outline === undefined || outline < 0 || outline > MAX_OUTLINE_LEVEL ? undefined : outline + 1;
}

/** Creates an empty style table. */
export function styleTable(): StyleTable {
  const levels = new Map<number, number>();
  let style = 0;
  let outline: number | undefined;
  let name = "";
  return {
    control(word, parameter = 0) {
      if (word === "s") style = parameter;
      else if (word === "outlinelevel") outline = parameter;
    },
    add(text) {
      if (name.length < 100) name += text;
    },
    end() {
      const named =
        /^heading (\d)/i.exec(name.trim())?.[1] ?? (/^title;/i.test(name.trim()) ? "1" : undefined);
      const level = levelOfOutline(outline) ?? (named === undefined ? undefined : Number(named));
      if (level !== undefined && name !== "") levels.set(style, level);
      style = 0;
      outline = undefined;
      name = "";
    },
    level: (number) => (number === undefined ? undefined : levels.get(number)),
  };
}
