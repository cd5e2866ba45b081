import { language, locale } from "./language.ts";
import { whenUsed } from "./when-used.ts";

/** The digits of the other languages are JavaScript's own, and numbers below this have no separator. */
const PLAIN_BELOW = language === "ar" ? 0 : 1_000;
const TWO_DIGITS = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
const THREE_DIGITS = { minimumFractionDigits: 3, maximumFractionDigits: 3 };

const wholeNumber = whenUsed(() => new Intl.NumberFormat(locale));
const twoDigits = whenUsed(() => new Intl.NumberFormat(locale, TWO_DIGITS));
const threeDigits = whenUsed(() => new Intl.NumberFormat(locale, THREE_DIGITS));
const withSign = whenUsed(() => new Intl.NumberFormat(locale, { ...TWO_DIGITS, signDisplay: "always" }));

/** A whole number with separators. */
export function integer(value: number): string {
  const isPlain = Number.isInteger(value) && value >= 0 && value < PLAIN_BELOW;
  return isPlain ? String(value) : wholeNumber().format(value);
}

/** A number between 0 and 1 with two digits. */
export function score(value: number): string {
  return twoDigits().format(value);
}

/** A number between 0 and 1 with three digits, to compare close ones. */
export function preciseScore(value: number): string {
  return threeDigits().format(value);
}

/** A difference of scores, with its sign. */
export function difference(value: number): string {
  return withSign().format(value);
}
