import { integer } from "../numbers.ts";
import { whenUsed } from "../when-used.ts";

/** A noun after a number. None, one and two have no numeral: the noun says it. */
interface Forms {
  readonly zero: string;
  readonly one: string;
  readonly two: string;
  /** After 3 to 10, and 103 to 110. */
  readonly few: string;
  /** After 11 to 99. */
  readonly many: string;
  /** After 100, 101, 102. */
  readonly other: string;
}

const rules = whenUsed(() => new Intl.PluralRules("ar"));

/** A number with its noun, in Arabic, which has six forms. */
export const count = (forms: Forms) => (n: number) => {
  const form = rules().select(n);
  return form === "zero" || form === "one" || form === "two" ? forms[form] : `${integer(n)} ${forms[form]}`;
};

/** Documents with their number. */
export const documentCount = count({
  zero: "لا مستندات",
  one: "مستند واحد",
  two: "مستندان",
  few: "مستندات",
  many: "مستندًا",
  other: "مستند",
});

/** Days with their number, after a preposition. */
export const dayCount = count({
  zero: "أقل من يوم",
  one: "يوم واحد",
  two: "يومين",
  few: "أيام",
  many: "يومًا",
  other: "يوم",
});
