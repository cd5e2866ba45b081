import { CONTENT, chunk, document, heading, pageWith, parsedChunk, SPACE } from "../examples.ts";
import type { OperationReferences } from "../operation.ts";

const inSpace = { query: { spaceId: SPACE } };

const outline = { needs: "documents:read", answer: { outline: [heading] } };

const outlining =
  "Returns the headings of a document as a tree, with offsets into its text, pages and chunks. Use it to show a table of contents or to find the section of a passage. A document without headings has an empty outline.";

const chunks = { needs: "documents:read", answer: pageWith(chunk) };

const chunking =
  "Lists the chunks of a document in reading order: the passages that queries rank and return, with their places. `onPage` lists only those with lines on one page of a PDF, e.g. to mark them on it. A document that has not been processed has none.";

const file = { needs: "documents:read" };

const filing =
  "Downloads the original file as it was sent. The header `Range` asks for a part (206), and `If-None-Match` with the `ETag` of an earlier answer gets 304 if the file is the same. For content that was sent as text, the file is that text in UTF-8.";

const retry = {
  needs: "documents:write",
  answer: { document: { ...document, status: "PROCESSING", progress: null } },
};

const retrying =
  "Processes a FAILED document again from its stored file, in the background, e.g. after an embedding provider was away. The answer has status PROCESSING. A document with another status answers 409. It does not help if the file itself is damaged; send it again instead.";

/** The operations on the outline, chunks and file of a document, its retry, and reading a file without storing it. */
export const DOCUMENT_PART_OPERATIONS: OperationReferences = {
  getOutline: { ...outline, description: outlining, request: inSpace },
  getOutlineOfSpace: { ...outline, description: outlining },
  listChunks: { ...chunks, description: chunking, request: inSpace },
  listChunksOfSpace: { ...chunks, description: chunking, request: { query: { pageSize: 10 } } },
  getFile: { ...file, description: filing, request: inSpace },
  getFileOfSpace: { ...file, description: filing },
  retryDocument: { ...retry, description: retrying, request: inSpace },
  retryDocumentOfSpace: { ...retry, description: retrying },
  parseFile: {
    needs: "documents:write",
    description:
      "Reads a file like an upload and stores nothing. Shows why a passage is not found: what is missing in the text, where passages are cut, and what the service warns about.",
    request: { body: { filename: "leave.md", content: CONTENT } },
    answer: {
      filename: "leave.md",
      mimeType: "text/markdown",
      title: "Leave",
      indexingType: "text",
      warnings: [],
      content: CONTENT,
      outline: [heading],
      chunks: [parsedChunk],
      seconds: 0.02,
      peakMemoryBytes: 92_000_000,
    },
  },
};
