import { QuarryError } from "@quarry/core";
import {
  DeletedResponse,
  type DocumentStatus,
  ListDocumentsParameters,
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
import { DocumentRecord, ListedDocument, listFields, toListedDocument, toRecord } from "./records.ts";
import { ANNOTATIONS, defineTool } from "./tool.ts";

/** Names a document; its space need not be named besides. */
export const documentFields = {
  documentId: Text({ minLength: 1, maxLength: 200, description: "id of a document" }),
  spaceId: Type.Optional(
    Text({ minLength: 1, maxLength: 200, description: "id or slug of the document's space, to make sure" }),
  ),
};

const listDocuments = defineTool({
  name: "list_documents",
  title: "List documents",
  description:
    "Lists a space's documents, the newest first, with their ids, statuses and metadata. To find out what documents say, ask query_spaces instead of reading them one by one.",
  permission: "documents:read",
  annotations: ANNOTATIONS.reads,
  input: Type.Object(
    { spaceId, status: ListDocumentsParameters.properties.status, ...listingFields },
    { additionalProperties: false },
  ),
  output: Type.Object({ documents: Type.Array(ListedDocument), ...listFields }),
  async run({ spaceId, status, metadata, ...page }, { caller, services }) {
    const wanted = { status: status?.toUpperCase() as DocumentStatus | undefined, metadata };
    const { data, pagination } = await services.documents.list(caller, spaceId, wanted, pageOf(page));
    const documents = takeFitting(data.map(toListedDocument), documentText);
    const omitted = data.length - documents.length;
    const text = pageText("Documents", documents.map(documentText), pagination, omitted);
    return { data: { documents, pagination, omitted }, text };
  },
});

const uploadDocument = defineTool({
  name: "upload_document",
  title: "Upload a document",
  description:
    'Adds a document to a space, or replaces the one with the same filename. It can be asked as soon as this answers. content is text, or a file in base64 with encoding "base64" (PDF, Word, Excel, PowerPoint, pictures and more). Metadata that is left out becomes empty.',
  permission: "documents:write",
  annotations: { ...ANNOTATIONS.replaces, idempotentHint: true },
  input: UploadToSpaceBody,
  output: Type.Object({
    created: Type.Boolean({ description: "false when a document of this filename was replaced" }),
    document: DocumentRecord,
  }),
  async run({ spaceId, ...body }, { caller, services: { ingest }, maxFileBytes }) {
    const file = await ingest.receive(caller.orgId, readContent(body, maxFileBytes));
    try {
      const [outcome] = await ingest.upsert(caller, spaceId, [toDocumentInput(body, file)]);
      if (outcome === undefined || QuarryError.isInstance(outcome)) throw outcome;
      const { created } = outcome;
      const document = toRecord(outcome.document);
      const done = created ? "Added; it can be asked now:" : "Replaced; the new text can be asked now:";
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
    "Renames a document or replaces its metadata (as a whole). Its text is replaced by upload_document with the same filename.",
  permission: "documents:write",
  annotations: { ...ANNOTATIONS.replaces, idempotentHint: true },
  input: Type.Object(
    { ...documentFields, ...Type.Pick(UpdateDocumentBody, ["filename", "metadata"]).properties },
    { additionalProperties: false },
  ),
  output: Type.Object({ document: DocumentRecord }),
  async run({ documentId, spaceId, ...change }, { caller, services: { documents } }) {
    const before = await documents.get(caller, spaceId, documentId);
    const document = toRecord(await documents.update(caller, before.spaceId, documentId, change));
    return { data: { document }, text: lines("The document is now:", documentText(document)) };
  },
});

const deleteDocument = defineTool({
  name: "delete_document",
  title: "Delete a document",
  description: "Deletes a document for good. This cannot be undone: ask the user before you do it.",
  permission: "documents:delete",
  annotations: ANNOTATIONS.replaces,
  input: Type.Object(documentFields, { additionalProperties: false }),
  output: DeletedResponse,
  async run({ documentId, spaceId }, { caller, services }) {
    await services.documents.delete(caller, spaceId, documentId);
    return { data: { deleted: true as const, id: documentId }, text: `Deleted the document ${documentId}.` };
  },
});

/** Tools of documents as a whole. */
export const DOCUMENT_TOOLS = [listDocuments, uploadDocument, updateDocument, deleteDocument];
