/** The name that the officeparser library gives each MIME type. */
export const LIBRARY_TYPE = {
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation": "pptx",
  "application/vnd.oasis.opendocument.text": "odt",
  "application/vnd.oasis.opendocument.spreadsheet": "ods",
  "application/vnd.oasis.opendocument.presentation": "odp",
} as const;

/** A MIME type that officeparser reads. */
export type OfficeType = keyof typeof LIBRARY_TYPE;
