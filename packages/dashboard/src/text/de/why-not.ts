import type { Catalogue } from "../en.ts";
import { integer } from "../numbers.ts";
import { count } from "./count.ts";

/** Texts of the explanation of a document that is not among the results. */
export const whyNot: Catalogue["whyNot"] = {
  title: "Warum jenes nicht?",
  hint: "Wählen Sie ein Dokument der befragten Bereiche, um zu sehen, warum es nicht unter den Ergebnissen ist oder wo es steht.",
  find: "Ein Dokument nach dem Dateinamen suchen",
  found: "Dokumente mit diesem Namen",
  matches: count("Dokument", "Dokumente"),
  none: "Kein Dokument dieser Bereiche hat das im Dateinamen.",
  narrow: "Geben Sie mehr vom Namen ein, um andere zu sehen.",
  firstSpaces: (n) => `Hier werden nur Dokumente der ersten ${integer(n)} Bereiche gefunden.`,
  close: "Erklärung schließen",
  foundAt: (place) => `Es ist unter den Ergebnissen, auf Platz ${integer(place)}.`,
  failed: "Die Verarbeitung ist fehlgeschlagen, deshalb kann es nicht gefunden werden:",
  filter: "Der Filter schließt es aus, durch:",
  hasValue: "Das Dokument hat",
  lacksField: "Dem Dokument fehlt dieses Feld.",
  threshold: (similarity, threshold) =>
    `Unter der Schwelle: Die beste Passage hat eine Ähnlichkeit von ${similarity}, verlangt ist mindestens ${threshold}.`,
  place: (similarity, last) =>
    `Unter dem letzten Platz: Die beste Passage hat eine Ähnlichkeit von ${similarity}, das letzte Ergebnis hat ${last}.`,
  model: (score, last) =>
    `Unter dem letzten Platz: Das Modell gibt der besten Passage ${score} und dem letzten Ergebnis ${last}.`,
  reasons: {
    elsewhere: "Der Bereich des Dokuments wurde nicht befragt.",
    waiting: "Es ist noch nicht verarbeitet. Es kann gefunden werden, sobald es bereit ist.",
    noWord: "Kein Wort der Frage wurde darin gefunden.",
    nothingAlike: "Nichts darin ähnelt der Frage.",
    unclear:
      "Nach seinen Werten gehört es unter die Ergebnisse. Vielleicht wurde es inzwischen geändert, oder keine Suche hatte es unter ihren Kandidaten. Fragen Sie noch einmal.",
  },
  scores: "Werte neben denen des letzten Ergebnisses",
  best: "Die beste Passage darin",
  last: (place) => `Letztes Ergebnis, auf Platz ${integer(place)}`,
  byWords: "Nach Wörtern",
  byMeaning: "Nach Bedeutung",
  byModel: "Nach dem Modell",
};
