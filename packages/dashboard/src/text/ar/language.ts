import type { Catalogue } from "../en.ts";

/** Texts of the choice of a language. */
export const language: Catalogue["language"] = {
  open: "اللغة · Language",
  title: "اللغة",
  use: "استخدام هذه اللغة",
  typed: "ستُحمَّل الصفحة من جديد، وسيضيع ما كتبته ولم ترسله.",
};
