import { ParseBody, ParseForm, ParseResponse } from "@quarry/schema";
import { Elysia } from "elysia";
import type { ParseFile } from "../../ingest/parse-file.ts";
import {
  createDocumentReceiver,
  type UploadLimits,
  uploadForms,
} from "../../ingest/receive/receive-document.ts";
import type { ReceivedFile } from "../../ingest/receive/received-file.ts";
import type { Authorization } from "../../platform/http/authorization.ts";
import type { Mount } from "../../platform/http/responses.ts";
import { bodyOf } from "./upload-routes.ts";

/** What the route needs: the reader of files, and a place for a file while it is read. */
export interface ParseServices {
  readonly parseFile: ParseFile;
  receive(orgId: string, sent: Uint8Array | AsyncIterable<Uint8Array>): Promise<ReceivedFile>;
}

const PARSE = uploadForms(ParseBody, ParseForm);

/** The route that shows what the service reads in a file. */
export function parseRoutes(
  auth: Authorization,
  parsing: ParseServices,
  limits: UploadLimits,
  { prefix, describe, responses }: Mount,
) {
  const receive = createDocumentReceiver(parsing, limits);
  return new Elysia({ prefix })
    .use(auth)
    .post(
      "/parse",
      ({ caller, request }) =>
        receive(request, caller.orgId, PARSE, (input, { spaceId }) =>
          parsing.parseFile(caller, spaceId, input),
        ),
      {
        door: { permission: "documents:write", body: "upload", cost: "work" },
        response: responses({ 200: ParseResponse }),
        detail: {
          ...describe("parseFile", "Show what the service reads in a file: text, outline, chunks, warnings"),
          description:
            "Reads a file like an upload and stores nothing. Shows why a passage is not found: what is missing in the text, where passages are cut, and what the service warns about.",
          requestBody: bodyOf(ParseBody, ParseForm),
        },
      },
    );
}
