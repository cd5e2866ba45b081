import { CONTENT, IDS, SPACE } from "./examples.ts";
import { OPERATIONS } from "./operations/all.ts";

/** Arguments of a tool: free-form objects are JSON as text, as the tools' schemas ask for. */
function asArguments(body: object): object {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]: [string, unknown]) => [
      name,
      name === "metadata" || name === "filter" ? JSON.stringify(value) : value,
    ]),
  );
}

const question = OPERATIONS.query?.request?.body ?? {};

/** The MCP tool that does the same as an operation, with the arguments of the example. */
export const TOOLS_OF: Readonly<Record<string, { readonly name: string; readonly arguments: object }>> = {
  listSpaces: { name: "list_spaces", arguments: {} },
  createSpace: { name: "create_space", arguments: asArguments(OPERATIONS.createSpace?.request?.body ?? {}) },
  getSpace: { name: "get_space", arguments: { spaceId: SPACE } },
  updateSpace: {
    name: "update_space",
    arguments: asArguments({ spaceId: SPACE, ...OPERATIONS.updateSpace?.request?.body }),
  },
  deleteSpace: { name: "delete_space", arguments: { spaceId: SPACE } },
  listDocuments: { name: "list_documents", arguments: { spaceId: SPACE } },
  listDocumentsOfSpace: { name: "list_documents", arguments: { spaceId: SPACE } },
  upsertDocument: {
    name: "upload_document",
    arguments: { spaceId: SPACE, filename: "leave.md", content: CONTENT, metadata: '{"year":2026}' },
  },
  getDocument: { name: "get_document", arguments: { documentId: IDS.document } },
  getDocumentOfSpace: { name: "get_document", arguments: { documentId: IDS.document, spaceId: SPACE } },
  updateDocument: {
    name: "update_document",
    arguments: { documentId: IDS.document, metadata: '{"year":2027}' },
  },
  deleteDocument: { name: "delete_document", arguments: { documentId: IDS.document } },
  getOutline: { name: "get_outline", arguments: { documentId: IDS.document } },
  query: { name: "query_spaces", arguments: asArguments(question) },
  smartQuery: {
    name: "smart_query",
    arguments: { query: "How many days of leave do I have?", topK: 5 },
  },
};
