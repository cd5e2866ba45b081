import type { Catalogue } from "../en.ts";
import { integer } from "../numbers.ts";
import { count } from "./count.ts";

/** Texts of the first run. */
export const start: Catalogue["start"] = {
  title: "Erste Schritte",
  hint: "Drei Schritte bis zur ersten Antwort. Sie dauern etwa eine Minute.",
  open: "In drei Schritten beginnen",
  account: "Ihr Konto",
  accountDone: (email, organization) => `${email}, in ${organization}`,
  space: "Ein Bereich für Ihre Dokumente",
  spaceHint:
    "Ein Bereich enthält Dokumente, die zusammengehören, zum Beispiel ein Handbuch oder ein Projekt.",
  spaceDone: (name) => `„${name}“ ist bereit`,
  spaceName: "Name des Bereichs",
  spaceExample: "Handbuch",
  files: "Dateien",
  filesHint: "Legen Sie einen Ordner irgendwo auf dieser Seite ab, oder wählen Sie einen.",
  ready: (n, total) =>
    `${integer(n)} von ${integer(total)} ${total === 1 ? "Dokument" : "Dokumenten"} bereit`,
  failed: count("Dokument war nicht lesbar", "Dokumente waren nicht lesbar"),
  showFailed: "Gründe zeigen",
  question: "Eine Frage",
  questionHint: "Fragen Sie etwas, das Ihre Dokumente beantworten.",
  questionWaits: "Sie können fragen, sobald ein Dokument bereit ist.",
  next: "Wie es weitergeht",
  toSpace: "Die Dokumente ansehen",
  toPlayground: "Im Playground mehr fragen",
  toKeys: "API-Schlüssel für ein Programm erstellen",
  toAssistants: "Einen Assistenten verbinden",
  toPeople: "Personen einladen",
};
