import { CONTENT, IDS, pageWith, space } from "../examples.ts";
import type { OperationReferences } from "../operation.ts";

/** The operations of spaces and their archives. */
export const SPACE_OPERATIONS: OperationReferences = {
  listSpaces: {
    needs: "spaces:read",
    description:
      "Lists the spaces of the organization, newest first. Archived spaces are left out unless `status` asks for them. A key that is limited to some spaces sees only those.",
    request: { query: { pageSize: 10 } },
    answer: pageWith(space),
  },
  createSpace: {
    needs: "spaces:write",
    description:
      "Creates a space, which is empty and ready for documents. A space without a slug gets one from its name; if that is taken, a number is appended. A slug that the body states and that is taken answers 409. A tier may limit the number of spaces.",
    request: {
      body: {
        name: space.name,
        description: space.description,
        icon: space.icon,
        metadata: space.metadata,
      },
    },
    answer: { space },
  },
  getSpace: {
    needs: "spaces:read",
    description:
      "Returns the record of a space by its id or slug, also of an archived one. It does not contain the documents; list them with `GET /api/spaces/{id}/documents`.",
    answer: { space },
  },
  updateSpace: {
    needs: "spaces:write",
    description:
      "Changes the fields that the body names and keeps the others. `isArchived: true` archives the space and needs `spaces:delete`; `isArchived: false` restores it. A new name keeps the slug. New `chunking` re-chunks all documents in the background, and queries return the old chunks until each document is done.",
    request: { body: { description: space.description, metadata: { team: "people" } } },
    answer: { space: { ...space, metadata: { team: "people" } } },
  },
  previewChunking: {
    needs: "documents:read",
    description:
      "Cuts the stored text of one document by the chunking settings of the body, and returns the chunks without storing them. Use it before `PATCH` with `chunking`, which cuts all documents of the space again. Only the first 200,000 characters are read, and `isPartial` says whether there are more. Of files that are not text themselves, such as PDF, tables and lists are recognized by their lines, so cuts within them may differ a little from the stored chunks.",
    request: { body: { documentId: IDS.document, chunking: { maxTokens: 200, overlapTokens: 20 } } },
    answer: {
      count: 1,
      currentCount: 1,
      chunks: [{ start: 0, end: CONTENT.length, headings: ["Leave"], content: CONTENT, tokens: 11 }],
      hasMore: false,
      readChars: CONTENT.length,
      isPartial: false,
    },
  },
  deleteSpace: {
    needs: "spaces:delete",
    description:
      "Archives a space: lists, queries and uploads no longer find it, and its data is kept. Restore it with `PATCH` and `isArchived: false`. With `purge=true` the space is erased with all documents, evaluations and files, which cannot be undone. Archiving an archived space changes nothing.",
    answer: { space: { ...space, isArchived: true, archivedAt: "2026-02-01T09:00:00.000Z" } },
  },
  exportSpace: {
    needs: "spaces:read + documents:read",
    description:
      "Downloads a space as one archive: its record, the original files, the extracted texts, chunks and embeddings, and its evaluations. `POST /api/spaces/import` of this or another service reads it. Keys, webhooks and events are not part of it.",
    request: { query: { gzip: true } },
  },
  importSpace: {
    needs: "spaces:write + documents:write",
    description:
      "Creates a space from an archive of `GET /api/spaces/{id}/export`. Send the archive as the body. Documents keep their texts and chunks; embeddings are kept if the model is the same and computed otherwise. Nothing is stored if the archive is damaged. Existing spaces do not change.",
    request: { query: { name: "Handbook of last year", slug: "handbook-2025" } },
    answer: { space: { ...space, name: "Handbook of last year", slug: "handbook-2025" }, documents: 1 },
  },
  getSpaceLimits: {
    needs: "spaces:read",
    description:
      "Returns what a space may hold under the organization's tier, and what it holds now: the number of documents, the size of their files and when they last changed, how long documents are stored, and the largest document.",
    answer: {
      limits: {
        tier: "enterprise",
        documents: { count: 1, limit: null },
        storageBytes: 48_213,
        changedAt: space.updatedAt,
        retentionDays: null,
        maxContentChars: 10_000_000,
        maxFileBytes: 100_000_000,
      },
    },
  },
};
