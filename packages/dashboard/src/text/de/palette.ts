import type { Catalogue } from "../en.ts";
import { integer } from "../numbers.ts";

/** Texts of the command palette. */
export const palette: Catalogue["palette"] = {
  title: "Gehe zu",
  placeholder: "Seite, Bereich, Dokument oder Aktion finden oder eine Frage stellen",
  page: "Seite",
  space: "Bereich",
  document: "Dokument",
  documentIn: (space) => `Dokument in ${space}`,
  action: "Aktion",
  firstSpaces: (n) => `Hier werden nur Dokumente der ersten ${integer(n)} Bereiche gefunden.`,
  ask: (question) => `„${question}“ fragen`,
};
