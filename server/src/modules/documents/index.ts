import { invalidField } from "@quarry/core/internal";
import {
  BatchBody,
  BatchResponse,
  ByFilenameParameters,
  DeletedResponse,
  DocumentPage,
  DocumentResponse,
  DocumentWithContent,
  ListDocumentsInSpaceParameters,
  ListDocumentsParameters,
  SpaceParameter,
  UpdateDocumentBody,
} from "@quarry/schema";
import { Elysia } from "elysia";
import type { IngestService } from "../../ingest/ingest-service.ts";
import { upsertBatch } from "../../ingest/upsert/upsert-batch.ts";
import type { Authorization } from "../../platform/http/authorization.ts";
import type { Mount } from "../../platform/http/responses.ts";
import { readPage } from "../../platform/paging.ts";
import { contentResponse } from "./content-response.ts";
import { readListSelection } from "./list-selection.ts";
import type { DocumentService } from "./service.ts";

/** Document routes below a space. */
export function documentsOfSpaceRoutes(
  auth: Authorization,
  documents: DocumentService,
  { prefix, describe, responses }: Mount,
) {
  return new Elysia({ prefix })
    .use(auth)
    .get(
      "/spaces/:id/documents",
      ({ caller, params, query }) =>
        documents.list(caller, params.id, readListSelection(query), readPage(query)),
      {
        door: { permission: "documents:read", body: "none", cost: "light" },
        query: ListDocumentsParameters,
        response: responses({ 200: DocumentPage }),
        detail: describe("listDocumentsOfSpace", "List a space's documents"),
      },
    )
    .get(
      "/spaces/:id/documents/:documentId",
      async ({ caller, params }) => ({
        document: await documents.get(caller, params.id, params.documentId),
      }),
      {
        door: { permission: "documents:read", body: "none", cost: "light" },
        response: responses({ 200: DocumentResponse }),
        detail: describe("getDocumentOfSpace", "Get a document"),
      },
    )
    .patch(
      "/spaces/:id/documents/:documentId",
      async ({ caller, params, body: { spaceId, ...change } }) => {
        // The two may still name the same space, one by id and one by slug.
        if (spaceId !== undefined && spaceId !== params.id)
          await documents.get(caller, spaceId, params.documentId);
        return { document: await documents.update(caller, params.id, params.documentId, change) };
      },
      {
        door: { permission: "documents:write", body: "json", cost: "light" },
        body: UpdateDocumentBody,
        response: responses({ 200: DocumentResponse }),
        detail: describe("updateDocumentOfSpace", "Update a document's filename, metadata or status"),
      },
    )
    .delete(
      "/spaces/:id/documents/:documentId",
      async ({ caller, params: { id, documentId } }) => {
        await documents.delete(caller, id, documentId);
        return { deleted: true as const, id: documentId };
      },
      {
        door: { permission: "documents:delete", body: "none", cost: "light" },
        response: responses({ 200: DeletedResponse }),
        detail: describe("deleteDocumentOfSpace", "Delete a document"),
      },
    );
}

/** Document routes that take the space as a field or a parameter. */
export function documentRoutes(
  auth: Authorization,
  { documents, ingest }: { readonly documents: DocumentService; readonly ingest: IngestService },
  maxFileBytes: number,
  { prefix, describe, responses }: Mount,
) {
  return new Elysia({ prefix })
    .use(auth)
    .get(
      "/documents",
      ({ caller, query }) => documents.list(caller, query.spaceId, readListSelection(query), readPage(query)),
      {
        door: { permission: "documents:read", body: "none", cost: "light" },
        query: ListDocumentsInSpaceParameters,
        response: responses({ 200: DocumentPage }),
        detail: describe("listDocuments", "List a space's documents"),
      },
    )
    .put(
      "/documents/batch",
      ({ caller, body: { spaceId, documents: items } }) =>
        upsertBatch(ingest, caller, { spaceId, items, maxFileBytes }),
      {
        door: { permission: "documents:write", body: "largeJson", cost: "work" },
        body: BatchBody,
        response: responses({ 200: BatchResponse }),
        detail: describe(
          "upsertDocuments",
          "Create or replace up to 100 documents; each succeeds or fails on its own",
        ),
      },
    )
    .get(
      "/documents/by-filename",
      async ({ caller, query }) =>
        contentResponse(() => documents.getByFilename(caller, query.spaceId, query.filename)),
      {
        door: { permission: "documents:read", body: "none", cost: "light" },
        query: ByFilenameParameters,
        response: responses({ 200: DocumentWithContent }),
        detail: describe("getDocumentByFilename", "Get a document with its text by filename"),
      },
    )
    .get(
      "/documents/:id",
      async ({ caller, params, query }) => ({
        document: await documents.get(caller, query.spaceId, params.id),
      }),
      {
        door: { permission: "documents:read", body: "none", cost: "light" },
        query: SpaceParameter,
        response: responses({ 200: DocumentResponse }),
        detail: describe("getDocument", "Get a document"),
      },
    )
    .patch(
      "/documents/:id",
      async ({ caller, params, query, body: { spaceId = query.spaceId, ...change } }) => {
        if (spaceId === undefined) throw invalidField("/spaceId", "is required");
        return { document: await documents.update(caller, spaceId, params.id, change) };
      },
      {
        door: { permission: "documents:write", body: "json", cost: "light" },
        query: SpaceParameter,
        body: UpdateDocumentBody,
        response: responses({ 200: DocumentResponse }),
        detail: describe("updateDocument", "Update a document's filename, metadata or status"),
      },
    )
    .delete(
      "/documents/:id",
      async ({ caller, params, query }) => {
        await documents.delete(caller, query.spaceId, params.id);
        return { deleted: true as const, id: params.id };
      },
      {
        door: { permission: "documents:delete", body: "none", cost: "light" },
        query: SpaceParameter,
        response: responses({ 200: DeletedResponse }),
        detail: describe("deleteDocument", "Delete a document"),
      },
    );
}
