import { count } from "./count.ts";

/** Texts of the original of a document. */
export const original = {
  beginning: (shown: string, all: string) =>
    `Only the beginning of the file is shown: ${shown} of ${all}. Download it to see all of it.`,
  tooLarge: (most: string) =>
    `The file is larger than ${most}, so it is not shown here. It can be downloaded.`,
  damaged: "The PDF is damaged, so its pages cannot be shown. It can be downloaded.",
  locked: "The PDF needs a password, so its pages cannot be shown here. It can be downloaded.",
  gone: "The file of this document is gone.",
  busy: "The server is busy.",
  refused: "The server does not give out the file.",
  broken: "This browser cannot show the picture. It can be downloaded.",
  brokenTable: "The file cannot be shown as a table. It can be downloaded.",
  unshown: "Browsers cannot show this kind of file. Its text stands in the passages.",
  withoutRemote: "Without scripts, styles, links and pictures from elsewhere.",
  pictureOf: (filename: string) => `The picture ${filename}`,
  tableOf: (filename: string) => `Table of ${filename}`,
  sheet: "Sheet",
  frameOf: (filename: string) => `Content of ${filename}`,
  rows: count("row", "rows"),
  firstRows: (rows: string, columns: string) =>
    `Only the first ${rows} rows and ${columns} columns are shown.`,
  subject: "Subject",
  from: "From",
  to: "To",
  cc: "Copy",
  date: "Date",
  attachments: "Attachments",
  thumbnail: (page: number) => `Page ${page} with the passage marked`,
};
