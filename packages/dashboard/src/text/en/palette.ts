/** Texts of the command palette. */
export const palette = {
  title: "Go to",
  placeholder: "Find a page or a space, or ask a question",
  page: "Page",
  space: "Space",
  ask: (question: string) => `Ask “${question}”`,
};
