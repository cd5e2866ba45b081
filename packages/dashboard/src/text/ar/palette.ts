import type { Catalogue } from "../en.ts";
import { quoted } from "./isolated.ts";

/** Texts of the command palette. */
export const palette: Catalogue["palette"] = {
  title: "الانتقال إلى",
  placeholder: "ابحث عن صفحة أو مساحة، أو اطرح سؤالًا",
  page: "صفحة",
  space: "مساحة",
  ask: (question) => `السؤال ${quoted(question)}`,
};
