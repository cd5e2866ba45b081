import type { Catalogue } from "../en.ts";
import { integer } from "../numbers.ts";

/** Texts of the command palette. */
export const palette: Catalogue["palette"] = {
  title: "前往",
  placeholder: "查找页面、空间、文档或操作，或直接提问",
  page: "页面",
  space: "空间",
  document: "文档",
  documentIn: (space) => `文档，位于${space}`,
  action: "操作",
  firstSpaces: (n) => `这里只查找前 ${integer(n)} 个空间的文档。`,
  ask: (question) => `提问“${question}”`,
};
