import { bulkOperation, pageWith, SPACE } from "../examples.ts";
import type { OperationReferences } from "../operation.ts";

const started = { ...bulkOperation, state: "waiting", done: 0, startedAt: null, finishedAt: null };

/** Bulk operations on documents. */
export const BULK_OPERATIONS: OperationReferences = {
  bulkDocuments: {
    needs: "documents:write",
    description:
      "Deletes, re-processes or tags many documents of a space: all that a filter finds, or up to 10,000 ids. The action `delete` needs `documents:delete` instead. It answers at once with the number of documents; the work goes on in the background, also after a restart, and `GET /api/bulk-operations/{id}` shows its progress. The documents are fixed at the moment of the call, so documents that come later are not touched. One operation of a space runs at a time; others wait in their order. With `dryRun` it only counts; with `expected` it is refused when more documents are found than someone has confirmed. A filter that takes too long is refused with 503: narrow it.",
    request: {
      body: {
        spaceId: SPACE,
        where: { filter: { year: { $lt: 2026 } } },
        action: "setMetadata",
        metadata: { outdated: true },
      },
    },
    answer: { count: 120, operation: started },
  },
  listBulkOperations: {
    needs: "documents:read",
    description:
      "Lists bulk operations, newest first, finished ones for 30 days. Operations of archived spaces are not in it.",
    request: { query: { spaceId: SPACE } },
    answer: pageWith(bulkOperation),
  },
  getBulkOperation: {
    needs: "documents:read",
    description:
      "Returns a bulk operation: its state, how many documents are done and failed, and the first failures with their causes. Ask again until its state is completed or cancelled; `quarry.bulk.wait` of the SDK does.",
    answer: { operation: bulkOperation },
  },
  cancelBulkOperation: {
    needs: "documents:write",
    description:
      "Cancels a bulk operation: documents that are not done stay as they are, and done ones are not restored. A deletion needs `documents:delete` instead. An operation that is finished stays as it is.",
    answer: { operation: bulkOperation },
  },
};
