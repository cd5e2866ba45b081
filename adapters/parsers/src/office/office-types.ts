/** The name that the officeparser library gives each MIME type, and what users call such a file. */
export const OFFICE_TYPES = {
  "application/vnd.oasis.opendocument.presentation": ["odp", "OpenDocument presentation"],
} as const;

/** A MIME type that officeparser reads. */
export type OfficeType = keyof typeof OFFICE_TYPES;
