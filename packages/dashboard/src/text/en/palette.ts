import { integer } from "../numbers.ts";

/** Texts of the command palette. */
export const palette = {
  title: "Go to",
  placeholder: "Find a page, space, document or action, or ask a question",
  page: "Page",
  space: "Space",
  document: "Document",
  documentIn: (space: string) => `Document in ${space}`,
  action: "Action",
  firstSpaces: (n: number) => `Only documents of the first ${integer(n)} spaces are found here.`,
  ask: (question: string) => `Ask “${question}”`,
};
