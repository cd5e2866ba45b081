import type { Catalogue } from "../en.ts";

/** Texts of the choice of a language. */
export const language: Catalogue["language"] = {
  open: "Sprache · Language",
  title: "Sprache",
  use: "Diese Sprache verwenden",
  typed: "Die Seite wird neu geladen. Nicht abgeschickte Eingaben gehen verloren.",
};
