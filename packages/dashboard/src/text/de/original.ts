import type { Catalogue } from "../en.ts";
import { integer } from "../numbers.ts";
import { count } from "./count.ts";

/** Texts of the original of a document. */
export const original: Catalogue["original"] = {
  beginning: (shown, all) =>
    `Nur der Anfang der Datei wird gezeigt: ${shown} von ${all}. Heruntergeladen ist sie vollständig.`,
  tooLarge: (most) =>
    `Die Datei ist größer als ${most} und wird hier nicht gezeigt. Sie lässt sich herunterladen.`,
  damaged:
    "Die PDF-Datei ist beschädigt, daher lassen sich ihre Seiten nicht zeigen. Sie lässt sich herunterladen.",
  locked:
    "Die PDF-Datei verlangt ein Passwort, daher werden ihre Seiten hier nicht gezeigt. Sie lässt sich herunterladen.",
  gone: "Die Datei dieses Dokuments ist nicht mehr da.",
  busy: "Der Server ist ausgelastet.",
  refused: "Der Server gibt die Datei nicht heraus.",
  broken: "Dieser Browser kann das Bild nicht zeigen. Es lässt sich herunterladen.",
  brokenTable: "Die Datei lässt sich nicht als Tabelle zeigen. Sie lässt sich herunterladen.",
  unshown: "Browser können diese Art von Datei nicht zeigen. Ihr Text steht in den Passagen.",
  withoutRemote: "Ohne Skripte, Stile, Links und Bilder von anderswo.",
  pictureOf: (filename) => `Das Bild ${filename}`,
  tableOf: (filename) => `Tabelle aus ${filename}`,
  sheet: "Blatt",
  frameOf: (filename) => `Inhalt von ${filename}`,
  rows: count("Zeile", "Zeilen"),
  firstRows: (rows, columns) => `Nur die ersten ${rows} Zeilen und ${columns} Spalten werden gezeigt.`,
  subject: "Betreff",
  from: "Von",
  to: "An",
  cc: "Kopie",
  date: "Datum",
  attachments: "Anhänge",
  thumbnail: (page) => `Seite ${integer(page)} mit der markierten Passage`,
};
