import { parseFilter, QuarryError } from "@quarry/core";
import {
  DeletedResponse,
  type DocumentStatus,
  DocumentStatusInput,
  described,
  spaceId,
  Text,
  UpdateDocumentBody,
  UploadToSpaceBody,
} from "@quarry/schema";
import { Type } from "@sinclair/typebox";
import { toDocumentInput } from "../../ingest/receive/document-input.ts";
import { readContent } from "../../ingest/receive/read-content.ts";
import { takeFitting } from "./answer-size.ts";
import { listingFields, pageOf } from "./listing.ts";
import { documentText, lines, pageText } from "./markdown.ts";
import {
  DocumentRecord,
  ListedDocument,
  listFields,
  privateMetadata,
  toDocumentRecord,
  toListedDocument,
} from "./records.ts";
import { ANNOTATIONS, defineTool } from "./tool.ts";

/** Identifies a document. The space is optional. */
export const documentFields = {
  documentId: Text({ minLength: 1, maxLength: 200, description: "id of a document" }),
  spaceId: Type.Optional(
    Text({
      minLength: 1,
      maxLength: 200,
      description: "id or slug of the document's space, to verify that it is in there",
    }),
  ),
};

const listDocuments = defineTool({
  name: "list_documents",
  title: "List documents",
  description:
    "Lists a space's documents, newest first, with their ids, statuses and metadata. To learn what documents say, call query_spaces instead of reading them one by one.",
  permission: "documents:read",
  annotations: ANNOTATIONS.reads,
  input: Type.Object(
    {
      spaceId,
      status: Type.Optional(
        described(
          DocumentStatusInput,
          "Returns only documents with this status, in upper or lower case. Default: all.",
        ),
      ),
      ...listingFields,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ documents: Type.Array(ListedDocument), ...listFields }),
  async run({ spaceId, status, metadata, ...page }, { caller, services, form }) {
    const wanted = {
      ...(status === undefined ? {} : { statuses: [status.toUpperCase() as DocumentStatus] }),
      condition: parseFilter(metadata, undefined),
    };
    const { data, pagination } = await services.documents.list(caller, spaceId, wanted, pageOf(page));
    const documents = takeFitting(data.map(toListedDocument), { form, textOf: documentText });
    const omitted = data.length - documents.length;
    const text = pageText("Documents", documents.map(documentText), pagination, omitted);
    return { data: { documents, pagination, omitted }, text };
  },
});

const uploadDocument = defineTool({
  name: "upload_document",
  title: "Upload a document",
  description:
    'Adds a document to a space, or replaces the document with the same filename. Queries find it as soon as this call returns. content is text, or a base64 file with encoding "base64" (PDF, Word, Excel, PowerPoint, images and more). If you omit metadata, it becomes empty.',
  permission: "documents:write",
  annotations: { ...ANNOTATIONS.replaces, idempotentHint: true },
  input: UploadToSpaceBody,
  output: Type.Object({
    created: Type.Boolean({ description: "false when a document of this filename was replaced" }),
    document: DocumentRecord,
  }),
  async run({ spaceId, ...body }, { caller, services: { ingest }, maxFileBytes }) {
    const file = await ingest.receive(caller.orgId, await readContent(body, maxFileBytes));
    try {
      const [outcome] = await ingest.upsert(caller, spaceId, [toDocumentInput(body, file)]);
      if (outcome === undefined || QuarryError.isInstance(outcome)) throw outcome;
      const { created } = outcome;
      const document = toDocumentRecord(outcome.document);
      const done = created ? "Added; queries find it now:" : "Replaced; queries find the new text now:";
      return { data: { created, document }, text: lines(done, documentText(document)) };
    } finally {
      await file.discard();
    }
  },
});

const updateDocument = defineTool({
  name: "update_document",
  title: "Update a document",
  description:
    "Renames a document or replaces its metadata (as a whole). To replace its text, call upload_document with the same filename.",
  permission: "documents:write",
  annotations: { ...ANNOTATIONS.replaces, idempotentHint: true },
  input: Type.Object(
    { ...documentFields, ...Type.Pick(UpdateDocumentBody, ["filename", "metadata"]).properties },
    { additionalProperties: false },
  ),
  output: Type.Object({ document: DocumentRecord }),
  async run({ documentId, spaceId, ...change }, { caller, services: { documents } }) {
    const before = await documents.get(caller, spaceId, documentId);
    const { metadata } = change;
    // What the assistant did not see, it must not delete.
    const kept = metadata && { metadata: { ...metadata, ...privateMetadata(before.metadata) } };
    const changed = await documents.update(caller, before.spaceId, documentId, { ...change, ...kept });
    const document = toDocumentRecord(changed);
    return { data: { document }, text: lines("Updated:", documentText(document)) };
  },
});

const deleteDocument = defineTool({
  name: "delete_document",
  title: "Delete a document",
  description: "Deletes a document permanently. This cannot be undone, so ask the user first.",
  permission: "documents:delete",
  annotations: ANNOTATIONS.replaces,
  input: Type.Object(documentFields, { additionalProperties: false }),
  output: DeletedResponse,
  async run({ documentId, spaceId }, { caller, services }) {
    await services.documents.delete(caller, spaceId, documentId);
    return { data: { deleted: true as const, id: documentId }, text: `Deleted the document ${documentId}.` };
  },
});

/** Tools for whole documents. */
export const DOCUMENT_TOOLS = [listDocuments, uploadDocument, updateDocument, deleteDocument];
