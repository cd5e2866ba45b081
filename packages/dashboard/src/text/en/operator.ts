import { integer } from "../numbers.ts";
import { count } from "./count.ts";

/** Texts of the operator's page. */
export const operator = {
  nav: "Operator",
  title: "Operator",
  forbidden: "Only the operator sees this page: the owner of the first organization of this server.",
  hint: "The whole service, with all organizations. Only owners of the first organization see this page.",
  version: "Version",
  upSince: (when: string) => `up since ${when}`,
  database: "Database",
  databases: { embedded: "embedded PostgreSQL", server: "PostgreSQL server" },
  vectorStore: "Vector store",
  model: (name: string) => `Embedding model ${name}`,
  documents: "Documents",
  inSpaces: (spaces: string, organizations: string) =>
    `in ${spaces} spaces of ${organizations} organizations`,
  disk: "Free disk space",
  of: (total: string) => `of ${total}`,
  memory: "Memory",
  children: (bytes: string) => `and ${bytes} of the processes that it runs`,
  problems: "Problems now",
  queues: "Queues",
  queue: {
    jobs: "Documents to process",
    webhook_deliveries: "Webhook deliveries",
    vector_store_changes: "Changes for the vector store",
    bulk_operations: "Changes of many documents",
  },
  queueEmpty: "empty",
  queueState: (running: number, due: number, later: number) =>
    [
      running > 0 ? `${integer(running)} in work` : "",
      due > 0 ? `${integer(due)} due` : "",
      later > 0 ? `${integer(later)} later` : "",
    ]
      .filter((part) => part !== "")
      .join(", "),
  oldest: (age: string) => `oldest ${age}`,
  failures: "Failed documents, by cause",
  failed: count("document", "documents"),
  noFailures: "No document has failed.",
  retrying: (n: number) => `${count("document", "documents")(n)} will be tried again.`,
  latest: (when: string) => `last ${when}`,
  doctor: "Doctor",
  doctorHint:
    "Compares documents, files and indexes with each other. It may take minutes; the service keeps running.",
  examine: "Examine",
  repair: "Examine and repair",
  examining: "Examining…",
  good: "Everything fits",
  bad: count("problem", "problems"),
  repaired: "repaired",
  found: "found",
  shown: (n: number, total: number) => `The first ${integer(n)} of ${integer(total)} are shown.`,
};
