import {
  ChunkPage,
  DocumentResponse,
  ListChunksOfSpaceParameters,
  ListChunksParameters,
  OutlineResponse,
  SpaceParameter,
} from "@quarry/schema";
import { Elysia } from "elysia";
import type { Authorization } from "../../platform/http/authorization.ts";
import type { Mount } from "../../platform/http/responses.ts";
import { readPage } from "../../platform/paging.ts";
import type { ChunkSelection } from "../../records/documents/chunk-rows.ts";
import { fileResponse, fileResponses } from "./file-response.ts";
import type { DocumentService } from "./service.ts";

/** Routes for the outline, chunks, file and retry of a document, below its space. */
export function partsOfSpaceRoutes(
  auth: Authorization,
  documents: DocumentService,
  { prefix, describe, responses }: Mount,
) {
  return new Elysia({ prefix })
    .use(auth)
    .get(
      "/spaces/:id/documents/:documentId/outline",
      async ({ caller, params }) => ({
        outline: await documents.outline(caller, params.id, params.documentId),
      }),
      {
        door: { permission: "documents:read", body: "none", cost: "light" },
        response: responses({ 200: OutlineResponse }),
        detail: describe("getOutlineOfSpace", "Get a document's headings as a tree, with pages and chunks"),
      },
    )
    .post(
      "/spaces/:id/documents/:documentId/retry",
      async ({ caller, params }) => ({
        document: await documents.retry(caller, params.id, params.documentId),
      }),
      {
        door: { permission: "documents:write", body: "none", cost: "light" },
        response: responses({ 200: DocumentResponse }),
        detail: describe("retryDocumentOfSpace", "Process a failed document again"),
      },
    )
    .get(
      "/spaces/:id/documents/:documentId/chunks",
      ({ caller, params, query }) =>
        documents.chunks(caller, params.id, params.documentId, readChunkSelection(query)),
      {
        door: { permission: "documents:read", body: "none", cost: "light" },
        query: ListChunksParameters,
        response: responses({ 200: ChunkPage }),
        detail: describe("listChunksOfSpace", "List a document's chunks in order"),
      },
    )
    .get(
      "/spaces/:id/documents/:documentId/file",
      async ({ caller, params, request }) =>
        fileResponse(await documents.file(caller, params.id, params.documentId), request),
      {
        door: { permission: "documents:read", body: "none", cost: "stream" },
        detail: { ...describe("getFileOfSpace", "Get a document's original bytes"), ...fileResponses },
      },
    );
}

/** The routes of {@link partsOfSpaceRoutes}, with the space as a parameter. */
export function partRoutes(
  auth: Authorization,
  documents: DocumentService,
  { prefix, describe, responses }: Mount,
) {
  return new Elysia({ prefix })
    .use(auth)
    .get(
      "/documents/:id/outline",
      async ({ caller, params, query }) => ({
        outline: await documents.outline(caller, query.spaceId, params.id),
      }),
      {
        door: { permission: "documents:read", body: "none", cost: "light" },
        query: SpaceParameter,
        response: responses({ 200: OutlineResponse }),
        detail: describe("getOutline", "Get a document's headings as a tree, with pages and chunks"),
      },
    )
    .post(
      "/documents/:id/retry",
      async ({ caller, params, query }) => ({
        document: await documents.retry(caller, query.spaceId, params.id),
      }),
      {
        door: { permission: "documents:write", body: "none", cost: "light" },
        query: SpaceParameter,
        response: responses({ 200: DocumentResponse }),
        detail: describe("retryDocument", "Process a failed document again"),
      },
    )
    .get(
      "/documents/:id/chunks",
      ({ caller, params, query }) =>
        documents.chunks(caller, query.spaceId, params.id, readChunkSelection(query)),
      {
        door: { permission: "documents:read", body: "none", cost: "light" },
        query: ListChunksOfSpaceParameters,
        response: responses({ 200: ChunkPage }),
        detail: describe("listChunks", "List a document's chunks in order"),
      },
    )
    .get(
      "/documents/:id/file",
      async ({ caller, params, query, request }) =>
        fileResponse(await documents.file(caller, query.spaceId, params.id), request),
      {
        door: { permission: "documents:read", body: "none", cost: "stream" },
        query: SpaceParameter,
        detail: { ...describe("getFile", "Get a document's original bytes"), ...fileResponses },
      },
    );
}

/** Reads which chunks are wanted from a query string, in which the numbers are text. */
function readChunkSelection(query: ListChunksParameters): ChunkSelection {
  const page = readPage(query);
  return query.onPage === undefined ? page : { ...page, onPage: Number(query.onPage) };
}
