import type { Catalogue } from "../en.ts";

/** Texts of the history of a document. */
export const history: Catalogue["history"] = {
  title: "Verlauf",
  kept: "Ereignisse werden 7 Tage aufbewahrt.",
  none: "In den letzten 7 Tagen ist mit diesem Dokument nichts geschehen.",
  uploaded: (size) => `Hochgeladen, ${size}`,
  replaced: (size) => `Durch eine neue Fassung ersetzt, ${size}`,
  started: "Verarbeitung begonnen",
  processed: (passages) => `Verarbeitet: ${passages}`,
  processedIn: (passages, time) => `Verarbeitet in ${time}: ${passages}`,
  recut: (passages) => `Erneut verarbeitet: ${passages}`,
  failed: "Verarbeitung fehlgeschlagen",
  notImproved: "Die erneute Verarbeitung ist fehlgeschlagen. Das Dokument bleibt, wie es war",
  queued: "Wird erneut verarbeitet",
  renamed: (before, after) => `Von „${before}“ in „${after}“ umbenannt`,
  metadata: (fields) => `Metadaten geändert: ${fields}`,
  changed: "Geändert",
  expiring: (time) => `Wird gelöscht: ${time}`,
  deleted: "Gelöscht",
};
