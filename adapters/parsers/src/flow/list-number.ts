const ROMAN: readonly (readonly [number, string])[] = [
  [1000, "m"],
  [900, "cm"],
  [500, "d"],
  [400, "cd"],
  [100, "c"],
  [90, "xc"],
  [50, "l"],
  [40, "xl"],
  [10, "x"],
  [9, "ix"],
  [5, "v"],
  [4, "iv"],
  [1, "i"],
];
const MAX_ROMAN = 4_000;
const LETTERS = 26;

/** How the items of a list are numbered. */
export type NumberFormat = "decimal" | "lowerLetter" | "upperLetter" | "lowerRoman" | "upperRoman";

/** Returns the number of a list item as the document shows it. */
export function listNumber(value: number, format: NumberFormat): string {
  if (value < 1) return String(value);
  if (format === "lowerLetter" || format === "upperLetter") return cased(letters(value), format);
  if (format === "lowerRoman" || format === "upperRoman") return cased(roman(value), format);
  return String(value);
}

function cased(text: string, format: NumberFormat): string {
  return format.startsWith("upper") ? text.toUpperCase() : text;
}

/** After z come aa, bb, and so on. */
function letters(value: number): string {
  const count = Math.min(Math.ceil(value / LETTERS), LETTERS);
  return String.fromCharCode(0x61 + ((value - 1) % LETTERS)).repeat(count);
}

function roman(value: number): string {
  if (value >= MAX_ROMAN) return String(value);
  let rest = value;
  let text = "";
  for (const [step, sign] of ROMAN) for (; rest >= step; rest -= step) text += sign;
  return text;
}
