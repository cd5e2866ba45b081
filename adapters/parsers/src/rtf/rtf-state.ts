import type { Destination } from "./control-words.ts";

/** Formatting that ends with its group. */
export interface RtfState {
  readonly destination: Destination;
  /** The destination around a group that holds its text twice. */
  readonly outer: Destination;
  readonly font: number | undefined;
  readonly isHidden: boolean;
  readonly isDeleted: boolean;
  /** Number of characters for old programs after each Unicode character. */
  readonly fallbackLength: number;
  readonly style: number | undefined;
  readonly outline: number | undefined;
  readonly listLevel: number;
  readonly inTable: boolean;
}

/** The format of a paragraph after `\pard`. */
export const PLAIN_PARAGRAPH = {
  style: undefined,
  outline: undefined,
  listLevel: 0,
  inTable: false,
} satisfies Partial<RtfState>;

export const FIRST_STATE: RtfState = {
  destination: "text",
  outer: "text",
  font: undefined,
  isHidden: false,
  isDeleted: false,
  fallbackLength: 1,
  ...PLAIN_PARAGRAPH,
};

/** Returns the change that a control word makes to the format, or undefined if it makes none. */
export function formatChange(
  name: string,
  parameter: number | undefined,
  defaultFont: number | undefined,
): Partial<RtfState> | undefined {
  switch (name) {
    case "f":
      return { font: parameter };
    case "plain":
      return { font: defaultFont, isHidden: false, isDeleted: false };
    case "v":
      return { isHidden: parameter !== 0 };
    case "deleted":
      return { isDeleted: parameter !== 0 };
    case "uc":
      return { fallbackLength: Math.max(0, parameter ?? 1) };
    case "pard":
      return PLAIN_PARAGRAPH;
    case "s":
      return { style: parameter };
    case "outlinelevel":
      return { outline: parameter };
    case "ilvl":
      return { listLevel: parameter ?? 0 };
    case "intbl":
      return { inTable: true };
    default:
      return undefined;
  }
}
