import type { Catalogue } from "../en.ts";

/** Texts of the command palette. */
export const palette: Catalogue["palette"] = {
  title: "前往",
  placeholder: "查找页面或空间，或直接提问",
  page: "页面",
  space: "空间",
  ask: (question) => `提问“${question}”`,
};
