import { integer } from "../numbers.ts";
import { count } from "./count.ts";

/** Texts of the list of documents. */
export const documents = {
  all: "All",
  statusFilter: "Status",
  status: { PENDING: "Waiting", PROCESSING: "Processing", COMPLETED: "Ready", FAILED: "Failed" },
  stage: {
    reading: "Reading",
    recognizing: "Recognizing text",
    embedding: "Embedding",
    storing: "Storing",
  },
  unit: { pages: "pages", bytes: "", chunks: "passages", files: "files" },
  amount: (done: string, total: string, unit: string) => `${done} of ${total} ${unit}`.trim(),
  left: (time: string) => `${time} left`,
  passages: count("passage", "passages"),
  warnings: count("warning", "warnings"),
  count: (n: number, shown: string) => `${shown} ${n === 1 ? "document" : "documents"}`,
  progressOf: (filename: string) => `Processing of ${filename}`,
  empty: "Drop files or a folder here",
  emptyHint: "PDF, Office, text, mail, pictures and archives. Their names are their paths in the folder.",
  noneWithStatus: {
    PENDING: "No document is waiting",
    PROCESSING: "No document is being processed",
    COMPLETED: "No document is ready yet",
    FAILED: "No document has failed",
  },
  noneWithStatusHint: "The other documents of the space are under “All”.",
  retry: "Process again",
  retryAll: "Process all again",
  retrying: (done: number, total: number) => `${done} of ${total}…`,
  download: "Download the file",
  delete: "Delete",
  deleteTitle: (filename: string) => `Delete “${filename}”?`,
  deleteHint: "The document and its passages are deleted. It cannot be undone.",
  deleteDone: (filename: string) => `“${filename}” is deleted`,
};

/** Texts of uploads. */
export const uploads = {
  list: "Files of the upload",
  waiting: "Waiting",
  unchangedFile: "Unchanged",
  title: "Uploading",
  paused: "Paused",
  done: (n: number) => `${integer(n)} uploaded`,
  progress: (finished: string, files: string, sent: string, total: string) =>
    `${finished} of ${files} files · ${sent} of ${total}`,
  unchanged: (n: number) => `${integer(n)} unchanged`,
  left: (time: string) => `${time} left`,
  bytes: (sent: string, total: string) => `${sent} of ${total}`,
  moreFailures: (n: number) => `and ${integer(n)} more`,
  pause: "Pause",
  resume: "Resume",
  stop: "Stop",
  retryFailed: "Retry what failed",
  files: "Upload files",
  folder: "Upload folder",
  dropHere: "Drop files or folders to upload them",
  unreadable: "The file can no longer be read. It was changed, moved or deleted; pick it again.",
  unreadableOfDrop: (paths: string) => `Could not be read: ${paths}`,
};

/** Texts of one document. */
export const document = {
  toSpace: "Documents of the space",
  outline: "Outline",
  original: "The original",
  pageOf: (page: number, count: number) => `Page ${integer(page)} of ${integer(count)}`,
  pageNumber: "Page number",
  ofPages: (count: number) => `of ${integer(count)}`,
  previousPage: "Previous page",
  nextPage: "Next page",
  passagesOnPage: "Passages on this page",
  mark: (beginning: string, number: number) => `${beginning} (passage ${integer(number)})`,
  slide: (slide: number) => `slide ${slide}`,
  sheet: (sheet: string) => `sheet ${sheet}`,
  choosePassage: (number: number) => `Passage ${number}: show where it stands`,
  metadata: "Metadata",
  fields: count("field", "fields"),
  editMetadata: "Edit the metadata",
  metadataJson: "Metadata as JSON",
  metadataHint: "Questions can be filtered by these fields.",
  notAnObject: 'This is not a JSON object, for example { "year": 2026 }.',
  noPassages: "There are no passages yet",
  noPassagesHint: "They appear when the document has been processed.",
};
