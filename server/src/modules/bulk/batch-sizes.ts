import type { BulkAction } from "@quarry/schema";

/**
 * Documents in a transaction, by what is done with them. Its locks hold up other writers of these documents, and its events hold
 * up other events of the organization.
 */
export const BATCH_SIZES: Readonly<Record<BulkAction, number>> = {
  delete: 200,
  reprocess: 200,
  setMetadata: 50,
};
