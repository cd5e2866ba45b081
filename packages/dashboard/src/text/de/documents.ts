import type { Catalogue } from "../en.ts";
import { integer } from "../numbers.ts";
import { count } from "./count.ts";

/** Texts of the list of documents. */
export const documents: Catalogue["documents"] = {
  all: "Alle",
  statusFilter: "Status",
  status: {
    PENDING: "Wartet",
    PROCESSING: "Läuft",
    COMPLETED: "Bereit",
    FAILED: "Fehler",
  },
  stage: {
    reading: "Wird gelesen",
    recognizing: "Text wird erkannt",
    embedding: "Embedding",
    storing: "Wird gespeichert",
  },
  unit: { pages: "Seiten", bytes: "", chunks: "Passagen", files: "Dateien" },
  amount: (done, total, unit) => `${done} von ${total} ${unit}`.trim(),
  left: (time) => `noch ${time}`,
  passages: count("Passage", "Passagen"),
  warnings: count("Warnung", "Warnungen"),
  count: (n, shown) => `${shown} ${n === 1 ? "Dokument" : "Dokumente"}`,
  progressOf: (filename) => `Verarbeitung von ${filename}`,
  empty: "Dateien oder einen Ordner hier ablegen",
  emptyHint: "PDF, Office, Text, Mail, Bilder und Archive. Als Namen bekommen sie ihre Pfade im Ordner.",
  noneWithStatus: {
    PENDING: "Kein Dokument wartet",
    PROCESSING: "Kein Dokument ist in Arbeit",
    COMPLETED: "Noch kein Dokument ist bereit",
    FAILED: "Kein Dokument ist fehlgeschlagen",
  },
  noneWithStatusHint: "Die anderen Dokumente des Bereichs stehen unter „Alle“.",
  retry: "Erneut verarbeiten",
  retryAll: "Alle erneut verarbeiten",
  retrying: (done, total) => `${integer(done)} von ${integer(total)} …`,
  download: "Datei herunterladen",
  delete: "Löschen",
  deleteTitle: (filename) => `„${filename}“ löschen?`,
  deleteHint: "Das Dokument und seine Passagen werden gelöscht. Das lässt sich nicht rückgängig machen.",
  deleteDone: (filename) => `„${filename}“ ist gelöscht`,
};

/** Texts of uploads. */
export const uploads: Catalogue["uploads"] = {
  list: "Dateien, die hochgeladen werden",
  waiting: "Wartet",
  unchangedFile: "Unverändert",
  title: "Wird hochgeladen",
  paused: "Angehalten",
  done: (n) => `${integer(n)} hochgeladen`,
  progress: (finished, files, sent, total) => `${finished} von ${files} Dateien · ${sent} von ${total}`,
  unchanged: (n) => `${integer(n)} unverändert`,
  left: (time) => `noch ${time}`,
  bytes: (sent, total) => `${sent} von ${total}`,
  moreFailures: (n) => `und ${integer(n)} weitere`,
  pause: "Anhalten",
  resume: "Fortsetzen",
  stop: "Abbrechen",
  retryFailed: "Fehlgeschlagene wiederholen",
  files: "Dateien hochladen",
  folder: "Ordner hochladen",
  dropHere: "Dateien oder Ordner zum Hochladen ablegen",
  unreadable:
    "Die Datei lässt sich nicht mehr lesen. Sie wurde geändert, verschoben oder gelöscht; wählen Sie sie neu aus.",
  unreadableOfDrop: (paths) => `Nicht lesbar: ${paths}`,
};

/** Texts of one document. */
export const document: Catalogue["document"] = {
  toSpace: "Dokumente des Bereichs",
  outline: "Gliederung",
  original: "Das Original",
  pageOf: (page, count) => `Seite ${integer(page)} von ${integer(count)}`,
  pageNumber: "Seitenzahl",
  ofPages: (count) => `von ${integer(count)}`,
  previousPage: "Vorige Seite",
  nextPage: "Nächste Seite",
  passagesOnPage: "Passagen auf dieser Seite",
  mark: (beginning, number) => `${beginning} (Passage ${integer(number)})`,
  slide: (slide) => `Folie ${slide}`,
  sheet: (sheet) => `Blatt ${sheet}`,
  choosePassage: (number) => `Passage ${number}: zeigen, wo sie steht`,
  metadata: "Metadaten",
  fields: count("Feld", "Felder"),
  editMetadata: "Metadaten bearbeiten",
  metadataJson: "Metadaten als JSON",
  metadataHint: "Fragen lassen sich nach diesen Feldern filtern.",
  notAnObject: 'Das ist kein JSON-Objekt wie zum Beispiel { "year": 2026 }.',
  noPassages: "Es gibt noch keine Passagen",
  noPassagesHint: "Sie erscheinen, sobald das Dokument verarbeitet ist.",
};
