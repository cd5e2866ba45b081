import { integer } from "../numbers.ts";
import { count } from "./count.ts";

/** Texts of the first run. */
export const start = {
  title: "Start",
  hint: "Three steps to the first answer. They take about a minute.",
  open: "Start in three steps",
  account: "Your account",
  accountDone: (email: string, organization: string) => `${email}, in ${organization}`,
  space: "A space for your documents",
  spaceHint: "A space holds documents that belong together, for example a handbook or a project.",
  spaceDone: (name: string) => `“${name}” is ready`,
  spaceName: "Name of the space",
  spaceExample: "Handbook",
  files: "Files",
  filesHint: "Drop a folder anywhere on this page, or choose one.",
  ready: (n: number, total: number) => `${integer(n)} of ${count("document", "documents")(total)} ready`,
  failed: count("document could not be read", "documents could not be read"),
  showFailed: "See why",
  question: "A question",
  questionHint: "Ask something that your documents answer.",
  questionWaits: "You can ask as soon as one document is ready.",
  next: "What next",
  toSpace: "See the documents",
  toPlayground: "Ask more in the playground",
  toKeys: "Make an API key for a program",
  toAssistants: "Connect an assistant",
  toPeople: "Invite people",
};
