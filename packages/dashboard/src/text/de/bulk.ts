import type { Catalogue } from "../en.ts";
import { integer } from "../numbers.ts";
import { count } from "./count.ts";

const documents = count("Dokument", "Dokumente");

/** Texts of filters of documents, and of changes of many documents at once. */
export const bulk: Catalogue["bulk"] = {
  kind: "Art der Datei",
  allKinds: "Alle Arten",
  kinds: {
    pdf: "PDF",
    word: "Word-Dokumente",
    spreadsheet: "Tabellen",
    presentation: "Präsentationen",
    text: "Texte",
    web: "Webseiten",
    mail: "E-Mails",
    image: "Bilder",
    code: "Quellcode",
    book: "Bücher",
    archive: "Archive",
    other: "Andere Dateien",
  },
  search: "Teil eines Dateinamens",
  metadata: "Metadaten",
  noneFound: "Kein Dokument passt",
  noneFoundHint:
    "Wählen Sie einen anderen Status, eine andere Art, einen anderen Namen oder andere Metadaten.",
  showAll: "Alle Dokumente zeigen",
  select: (filename) => `${filename} auswählen`,
  selectAll: (n) => `Alle ${integer(n)} auswählen`,
  selection: "Ausgewählte Dokumente",
  selected: (n) => `${integer(n)} ausgewählt`,
  allSelected: (n) => `Alle ${integer(n)} Treffer des Filters sind ausgewählt`,
  clear: "Auswahl aufheben",
  reprocess: "Erneut verarbeiten",
  setMetadata: "Metadaten setzen",
  delete: "Löschen",
  deleteTitle: (n) => `${documents(n)} löschen?`,
  deleteHint: "Die Dokumente und ihre Passagen werden gelöscht. Das lässt sich nicht rückgängig machen.",
  metadataTitle: (n) => `Metadaten setzen (${documents(n)})`,
  metadataJson: "Zu setzende Schlüssel, als JSON",
  metadataHint: "Andere Schlüssel bleiben, wie sie sind. Ein Schlüssel mit dem Wert null wird entfernt.",
  metadataWrong: 'Das ist kein JSON-Objekt mit Schlüsseln wie zum Beispiel { "reviewed": true }.',
  apply: "Setzen",
  progress: "Änderungen vieler Dokumente",
  doing: {
    delete: "Dokumente werden gelöscht",
    reprocess: "Dokumente werden eingereiht",
    setMetadata: "Metadaten werden gesetzt",
  },
  done: {
    delete: "Dokumente sind gelöscht",
    reprocess: "Dokumente werden erneut verarbeitet",
    setMetadata: "Metadaten sind gesetzt",
  },
  waiting: "Wartet auf eine andere Änderung des Bereichs",
  cancelled: "Abgebrochen",
  amount: (done, total) => `${integer(done)} von ${integer(total)}`,
  failed: (n) => `${integer(n)} fehlgeschlagen`,
  moreFailures: (n) => `und ${integer(n)} weitere`,
  cancel: "Abbrechen",
};
