import type { Catalogue } from "../en.ts";

/** Texts of the choice of a language. */
export const language: Catalogue["language"] = {
  open: "语言 · Language",
  title: "语言",
  use: "使用此语言",
  typed: "页面将重新加载，已输入但未提交的内容会丢失。",
};
