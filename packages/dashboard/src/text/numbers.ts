import { locale } from "./language.ts";

const wholeNumber = new Intl.NumberFormat(locale);
const TWO_DIGITS = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
const twoDigits = new Intl.NumberFormat(locale, TWO_DIGITS);
const THREE_DIGITS = { minimumFractionDigits: 3, maximumFractionDigits: 3 };
const threeDigits = new Intl.NumberFormat(locale, THREE_DIGITS);
const withSign = new Intl.NumberFormat(locale, { ...TWO_DIGITS, signDisplay: "always" });

/** A whole number with separators. */
export function integer(value: number): string {
  return wholeNumber.format(value);
}

/** A number between 0 and 1 with two digits. */
export function score(value: number): string {
  return twoDigits.format(value);
}

/** A number between 0 and 1 with three digits, to compare close ones. */
export function preciseScore(value: number): string {
  return threeDigits.format(value);
}

/** A difference of scores, with its sign. */
export function difference(value: number): string {
  return withSign.format(value);
}
