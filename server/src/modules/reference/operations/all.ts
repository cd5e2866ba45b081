import type { OperationReferences } from "../operation.ts";
import { BULK_OPERATIONS } from "./bulk.ts";
import { DOCUMENT_PART_OPERATIONS } from "./document-parts.ts";
import { DOCUMENT_OPERATIONS } from "./documents.ts";
import { EVALUATION_OPERATIONS } from "./evaluations.ts";
import { EVENT_OPERATIONS } from "./events.ts";
import { KEY_OPERATIONS } from "./keys.ts";
import { QUERY_OPERATIONS } from "./queries.ts";
import { QUESTION_OPERATIONS } from "./questions.ts";
import { SERVICE_OPERATIONS } from "./service.ts";
import { SPACE_OPERATIONS } from "./spaces.ts";

/** What the reference says about each operation. */
export const OPERATIONS: OperationReferences = {
  ...SPACE_OPERATIONS,
  ...DOCUMENT_OPERATIONS,
  ...DOCUMENT_PART_OPERATIONS,
  ...BULK_OPERATIONS,
  ...QUERY_OPERATIONS,
  ...KEY_OPERATIONS,
  ...EVENT_OPERATIONS,
  ...EVALUATION_OPERATIONS,
  ...QUESTION_OPERATIONS,
  ...SERVICE_OPERATIONS,
};
