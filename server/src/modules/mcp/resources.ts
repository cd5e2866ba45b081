import { isStorableText } from "@quarry/schema";
import { type Caller, requirePermission } from "../../platform/access/caller.ts";
import type { DocumentService } from "../documents/service.ts";
import { PROTOCOL_CODES, ProtocolError } from "./protocol-error.ts";

/** The longest text of a resource. A user picked it, so it is longer than a tool's answer. */
export const MAX_RESOURCE_CHARS = 60_000;

/** Documents as resources, so that a user can pick one as context. */
export const RESOURCE_TEMPLATE = {
  uriTemplate: "quarry://spaces/{spaceId}/documents/{documentId}",
  name: "document",
  title: "A document's text",
  description: `The extracted text of a document, up to ${MAX_RESOURCE_CHARS} characters.`,
};

const URI = /^quarry:\/\/spaces\/([^/]+)\/documents\/([^/]+)$/;
const PAGE_SIZE = 100;

/** A page of the documents that the caller may read, newest first. */
export async function listResources(documents: DocumentService, caller: Caller, cursor: string | undefined) {
  // As with tools, resources without permission are not listed.
  if (!caller.permissions.has("documents:read")) return { resources: [] };
  const before = cursor === undefined ? undefined : readCursor(cursor);
  const rows = await documents.listReadable(caller, before, PAGE_SIZE);
  const last = rows.length === PAGE_SIZE ? rows.at(-1) : undefined;
  return {
    resources: rows.map(({ id, spaceId, filename, mimeType, updatedAt }) => ({
      uri: `quarry://spaces/${spaceId}/documents/${id}`,
      name: filename,
      mimeType: textType(mimeType),
      annotations: { lastModified: updatedAt },
    })),
    ...(last ? { nextCursor: Buffer.from(last.id).toString("base64url") } : {}),
  };
}

/** A document's text. When it is truncated, the end says how to read the rest. */
export async function readResource(documents: DocumentService, caller: Caller, uri: string) {
  requirePermission(caller, "documents:read");
  const [spaceId, documentId] = readUri(uri);
  const wanted = { offset: 0, maxChars: MAX_RESOURCE_CHARS };
  const { document, part } = await documents.getWithTextPart(caller, spaceId, documentId, wanted);
  const { content, end, totalChars, nextOffset } = part;
  const rest =
    nextOffset === null
      ? ""
      : `\n\n[Truncated after ${end} of ${totalChars} characters. The tool get_document reads on from offset ${nextOffset}.]`;
  return { contents: [{ uri, mimeType: textType(document.mimeType), text: content + rest }] };
}

/** The MIME type of the extracted text. */
function textType(mimeType: string): string {
  return mimeType === "text/markdown" ? mimeType : "text/plain";
}

function readCursor(cursor: string): string {
  const id = Buffer.from(cursor, "base64url").toString();
  if (/^doc_[0-9a-z]{1,60}$/.test(id)) return id;
  throw new ProtocolError(
    PROTOCOL_CODES.invalidParams,
    "The cursor is not from this server. Omit it to start from the beginning.",
  );
}

function readUri(uri: string): [spaceId: string, documentId: string] {
  const [, spaceId, documentId] = URI.exec(uri) ?? [];
  if (spaceId !== undefined && documentId !== undefined && isStorableText(uri)) return [spaceId, documentId];
  throw new ProtocolError(
    PROTOCOL_CODES.invalidParams,
    `The uri must be ${RESOURCE_TEMPLATE.uriTemplate}, as resources/list returns it.`,
  );
}
