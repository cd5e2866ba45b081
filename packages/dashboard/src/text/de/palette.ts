import type { Catalogue } from "../en.ts";

/** Texts of the command palette. */
export const palette: Catalogue["palette"] = {
  title: "Gehe zu",
  placeholder: "Eine Seite oder einen Bereich finden oder eine Frage stellen",
  page: "Seite",
  space: "Bereich",
  ask: (question) => `„${question}“ fragen`,
};
