import type { Catalogue } from "../en.ts";
import { integer } from "../numbers.ts";
import { quoted } from "./isolated.ts";

/** Texts of the command palette. */
export const palette: Catalogue["palette"] = {
  title: "الانتقال إلى",
  placeholder: "ابحث عن صفحة أو مساحة أو مستند أو إجراء، أو اطرح سؤالًا",
  page: "صفحة",
  space: "مساحة",
  document: "مستند",
  documentIn: (space) => `مستند في ${quoted(space)}`,
  action: "إجراء",
  firstSpaces: (n) => `يُبحث هنا في أول المساحات فقط، وعددها ${integer(n)}.`,
  ask: (question) => `السؤال ${quoted(question)}`,
};
