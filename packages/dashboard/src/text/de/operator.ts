import type { Catalogue } from "../en.ts";
import { integer } from "../numbers.ts";
import { count } from "./count.ts";

const documents = count("Dokument", "Dokumente");

/** Texts of the operator's page. */
export const operator: Catalogue["operator"] = {
  nav: "Betrieb",
  title: "Betrieb",
  forbidden: "Diese Seite sieht nur der Betreiber: der Inhaber der ersten Organisation dieses Servers.",
  hint: "Der ganze Dienst mit allen Organisationen. Diese Seite sehen nur die Inhaber der ersten Organisation.",
  version: "Version",
  upSince: (when) => `gestartet ${when}`,
  database: "Datenbank",
  databases: { embedded: "eingebettetes PostgreSQL", server: "PostgreSQL-Server" },
  vectorStore: "Vektorspeicher",
  model: (name) => `Embedding-Modell ${name}`,
  documents: "Dokumente",
  inSpaces: (spaces, organizations) => `Bereiche: ${spaces}, Organisationen: ${organizations}`,
  disk: "Freier Speicherplatz",
  of: (total) => `von ${total}`,
  memory: "Arbeitsspeicher",
  children: (bytes) => `und ${bytes} der gestarteten Prozesse`,
  problems: "Probleme jetzt",
  queues: "Warteschlangen",
  queue: {
    jobs: "Zu verarbeitende Dokumente",
    webhook_deliveries: "Zustellungen an Webhooks",
    vector_store_changes: "Änderungen für den Vektorspeicher",
    bulk_operations: "Änderungen vieler Dokumente",
  },
  queueEmpty: "leer",
  queueState: (running, due, later) =>
    [
      running > 0 ? `${integer(running)} in Arbeit` : "",
      due > 0 ? `${integer(due)} fällig` : "",
      later > 0 ? `${integer(later)} später` : "",
    ]
      .filter((part) => part !== "")
      .join(", "),
  oldest: (age) => `ältestes ${age}`,
  failures: "Fehlgeschlagene Dokumente nach Ursache",
  failed: documents,
  noFailures: "Kein Dokument ist fehlgeschlagen.",
  retrying: (n) => `Weitere Versuche folgen (${documents(n)}).`,
  latest: (when) => `zuletzt ${when}`,
  doctor: "Diagnose",
  doctorHint:
    "Vergleicht Dokumente, Dateien und Indizes miteinander. Das kann Minuten dauern; der Dienst läuft weiter.",
  examine: "Untersuchen",
  repair: "Untersuchen und reparieren",
  examining: "Wird untersucht …",
  good: "Alles passt zusammen",
  bad: count("Problem", "Probleme"),
  repaired: "repariert",
  found: "gefunden",
  shown: (n, total) => `Die ersten ${integer(n)} von ${integer(total)} werden gezeigt.`,
};
