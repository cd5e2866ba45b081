import { locale } from "./language.ts";

const wholeNumber = new Intl.NumberFormat(locale);
const oneDigit = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
const twoDigits = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const withSign = new Intl.NumberFormat(locale, {
  ...{ minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: "always" },
});

/** A whole number with separators. */
export function integer(value: number): string {
  return wholeNumber.format(value);
}

/** A number with at most one digit behind the point. */
export function decimal(value: number): string {
  return oneDigit.format(value);
}

/** A number between 0 and 1 with two digits. */
export function score(value: number): string {
  return twoDigits.format(value);
}

/** A difference of scores, with its sign. */
export function difference(value: number): string {
  return withSign.format(value);
}
