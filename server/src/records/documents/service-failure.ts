import { sql } from "drizzle-orm";

/** How the error message of a document begins that failed because of a defect of the service. */
export const SERVICE_FAILURE =
  "Processing failed because of an error in the service, which its log describes.";

/** Condition: the document failed because of a defect of the service. */
export const failedByService = sql`(documents.status = 'FAILED' and starts_with(documents.error_message, ${SERVICE_FAILURE}))`;
