import { CONTENT, document, IDS, pageWith, SPACE, uploaded } from "../examples.ts";
import type { OperationReferences } from "../operation.ts";

const inSpace = { query: { spaceId: SPACE } };

const listed = {
  needs: "documents:read",
  answer: pageWith(document),
};

const listing =
  "Lists the documents of a space, newest first, in any status. Files of archives such as ZIP are documents of their own. `status`, `kind`, `metadata`, `filter` and `name` narrow the list; `POST /api/documents/bulk` changes all that such a filter finds. A filter that takes longer than 10 seconds is refused with 503: narrow it. The records do not contain the texts.";

const single = { needs: "documents:read", answer: { document } };

const getting =
  "Returns the record of a document: its status, why it failed, its warnings, and its progress while it is processed. It does not contain the text; `GET /api/documents/by-filename` and the chunks do.";

const updated = {
  needs: "documents:write",
  request: { body: { spaceId: SPACE, metadata: { year: 2027 } } },
  answer: { document: { ...document, metadata: { year: 2027 } } },
};

const updating =
  "Changes the filename, metadata or status of a document and keeps its content; `PUT /api/documents` replaces the content. A status other than COMPLETED takes it out of the results of queries.";

const deleted = {
  needs: "documents:delete",
  answer: { deleted: true, id: IDS.document },
};

const deleting =
  "Deletes a document with its file, text and chunks. Queries no longer find it when the call returns. It cannot be undone. Deleting an archive such as a ZIP file deletes the documents of its files, too.";

const uploadAnswer = { needs: "documents:write", answer: uploaded };

const uploading =
  "Stores a document and answers at once, with status PROCESSING; the text is extracted and indexed in the background. Follow it with `GET /api/documents/{id}` or the events `document.completed` and `document.failed`. A filename that the space already holds answers 409; replace that document with `PUT /api/documents`. Send JSON, or a file as `multipart/form-data`.";

const PAY = { filename: "pay.md", content: "# Pay\n\nPay arrives on the 25th of the month." };

/** The operations that create, read, change and delete documents. */
export const DOCUMENT_OPERATIONS: OperationReferences = {
  listDocuments: { ...listed, description: listing, request: inSpace },
  listDocumentsOfSpace: { ...listed, description: listing, request: { query: { status: "COMPLETED" } } },
  uploadDocument: {
    ...uploadAnswer,
    description: `${uploading} The space is in the body or the parameter.`,
    request: { body: { spaceId: SPACE, ...PAY } },
  },
  uploadDocumentToSpace: {
    ...uploadAnswer,
    description: uploading,
    request: { body: { filename: "remote-work.md", content: "# Remote work\n\nTwo days a week." } },
  },
  upsertDocument: {
    needs: "documents:write",
    description:
      "Stores a document under its filename: creates it (201), or replaces the one that the space holds under this name (200). It answers when queries find the new content. The id stays, and chunks whose text did not change keep their embeddings. Identical content and metadata change nothing. A file that cannot be read answers 400, and the previous version stays. Send JSON, or a file as `multipart/form-data`.",
    request: {
      body: { spaceId: SPACE, filename: "leave.md", content: CONTENT, metadata: { year: 2026 } },
    },
    answer: { created: true, document, chunksReused: 0, chunksEmbedded: 1 },
  },
  upsertDocuments: {
    needs: "documents:write",
    description:
      "Stores up to 100 documents in one call, each like `PUT /api/documents`. It answers 200 when queries find all that could be stored, with one outcome per document; a document that cannot be stored does not fail the others. Faster than single calls, because embeddings are computed together.",
    request: {
      body: {
        spaceId: SPACE,
        documents: [
          { filename: "leave.md", content: CONTENT },
          { filename: "travel.md", content: "# Travel\n\nBook trains of less than four hours." },
        ],
      },
    },
    answer: {
      results: [
        { filename: "leave.md", created: false, document, chunksReused: 1, chunksEmbedded: 0 },
        {
          filename: "travel.md",
          created: true,
          document: { ...document, filename: "travel.md" },
          chunksReused: 0,
          chunksEmbedded: 1,
        },
      ],
    },
  },
  getDocumentByFilename: {
    needs: "documents:read",
    description:
      "Returns a document with its extracted text by its filename. The text is what queries search: for a PDF or picture the recognized text, not the file. The original file is at `GET /api/documents/{id}/file`.",
    request: { query: { spaceId: SPACE, filename: "leave.md" } },
    answer: {
      id: IDS.document,
      filename: document.filename,
      status: document.status,
      metadata: document.metadata,
      content: CONTENT,
      mimeType: document.mimeType,
      sizeBytes: document.sizeBytes,
      fileSize: document.fileSize,
      createdAt: document.createdAt,
      updatedAt: document.updatedAt,
    },
  },
  getDocument: { ...single, description: getting, request: inSpace },
  getDocumentOfSpace: { ...single, description: getting },
  updateDocument: { ...updated, description: `${updating} The space is in the body or the parameter.` },
  updateDocumentOfSpace: {
    ...updated,
    description: updating,
    request: { body: { metadata: { year: 2027 } } },
  },
  deleteDocument: { ...deleted, description: deleting, request: inSpace },
  deleteDocumentOfSpace: { ...deleted, description: deleting },
};
