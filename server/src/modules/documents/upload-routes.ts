import { QuarryError } from "@quarry/core";
import {
  Document,
  SpaceParameter,
  UploadBody,
  UploadForm,
  UploadToSpaceBody,
  UploadToSpaceForm,
  UpsertResponse,
} from "@quarry/schema";
import type { TSchema } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { IngestService } from "../../ingest/ingest-service.ts";
import {
  createDocumentReceiver,
  type UploadLimits,
  uploadForms,
} from "../../ingest/receive/receive-document.ts";
import type { Authorization } from "../../platform/http/authorization.ts";
import type { Mount } from "../../platform/http/responses.ts";

const UPLOAD = uploadForms(UploadBody, UploadForm);
const UPLOAD_TO_SPACE = uploadForms(UploadToSpaceBody, UploadToSpaceForm);

/** Routes that accept a document as JSON or multipart. They read the request body themselves, as a stream. */
export function uploadRoutes(
  auth: Authorization,
  ingest: IngestService,
  limits: UploadLimits,
  { prefix, describe, responses }: Mount,
) {
  const receive = createDocumentReceiver(ingest, limits);
  return new Elysia({ prefix })
    .use(auth)
    .post(
      "/spaces/:id/documents",
      ({ caller, params, request, status }) =>
        receive(request, caller.orgId, UPLOAD, async (input) =>
          status(201, await ingest.upload(caller, params.id, input)),
        ),
      {
        door: { permission: "documents:write", body: "upload", cost: "work" },
        response: responses({ 201: Document }),
        detail: {
          ...describe("uploadDocumentToSpace", "Upload a document; it is processed in the background"),
          requestBody: bodyOf(UploadBody, UploadForm),
        },
      },
    )
    .post(
      "/documents",
      ({ caller, query: { spaceId: spaceOfQuery }, request, status }) =>
        receive(
          request,
          caller.orgId,
          UPLOAD_TO_SPACE,
          async (input, { spaceId }) => status(201, await ingest.upload(caller, spaceId, input)),
          spaceOfQuery === undefined ? {} : { spaceId: spaceOfQuery },
        ),
      {
        door: { permission: "documents:write", body: "upload", cost: "work" },
        query: SpaceParameter,
        response: responses({ 201: Document }),
        detail: {
          ...describe("uploadDocument", "Upload a document; it is processed in the background"),
          requestBody: bodyOf(UploadToSpaceBody, UploadToSpaceForm),
        },
      },
    )
    .put(
      "/documents",
      ({ caller, request, status }) =>
        receive(request, caller.orgId, UPLOAD_TO_SPACE, async (input, { spaceId }) => {
          const [outcome] = await ingest.upsert(caller, spaceId, [input]);
          if (outcome === undefined || QuarryError.isInstance(outcome)) throw outcome;
          return status(outcome.created ? 201 : 200, outcome);
        }),
      {
        door: { permission: "documents:write", body: "upload", cost: "work" },
        response: responses({ 200: UpsertResponse, 201: UpsertResponse }),
        detail: {
          ...describe(
            "upsertDocument",
            "Create or replace a document by filename; queries find it immediately",
          ),
          requestBody: bodyOf(UploadToSpaceBody, UploadToSpaceForm),
        },
      },
    );
}

/** Describes both body formats for OpenAPI. */
export function bodyOf(body: TSchema, form: TSchema) {
  return {
    required: true,
    content: { "application/json": { schema: body }, "multipart/form-data": { schema: form } },
  };
}
