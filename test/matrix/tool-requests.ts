import type { Json } from "../contract/reading.ts";
import type { Ids } from "./ids.ts";
import type { Call, Consumed } from "./requests.ts";
import { unusedName } from "./targets.ts";

/** The MCP endpoint. */
export const MCP_PATH = "/mcp";

function tool(name: string, input: (ids: Ids) => Json, consumes?: Consumed): Call {
  return {
    request: (ids) => ({
      method: "POST",
      path: MCP_PATH,
      body: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: input(ids) } },
    }),
    ...(consumes ? { consumes } : {}),
  };
}

const changed = () => ({ metadata: { change: unusedName() } });
const both = ({ space, document }: Ids) => ({ documentId: document, spaceId: space });
const alone = ({ document }: Ids) => ({ documentId: document });
const ofSpace = ({ space }: Ids) => ({ spaceId: space });

/** A call for each row of the table of tools. */
export const TOOL_REQUESTS: Readonly<Record<string, Call>> = {
  list_spaces: tool("list_spaces", () => ({ status: "all", pageSize: 100 })),
  create_space: tool("create_space", () => ({ name: unusedName() })),
  get_space: tool("get_space", ofSpace),
  update_space: tool("update_space", (ids) => ({ ...ofSpace(ids), ...changed() })),
  "update_space (archives)": tool("update_space", (ids) => ({ ...ofSpace(ids), isArchived: true }), "space"),
  delete_space: tool("delete_space", ofSpace, "space"),
  "delete_space (purges)": tool("delete_space", (ids) => ({ ...ofSpace(ids), purge: true }), "space"),
  list_documents: tool("list_documents", ofSpace),
  upload_document: tool("upload_document", (ids) => ({
    ...ofSpace(ids),
    filename: `${unusedName()}.md`,
    content: "The pelican is called Deneb.",
  })),
  get_document: tool("get_document", alone),
  "get_document (in its space)": tool("get_document", both),
  update_document: tool("update_document", (ids) => ({ ...alone(ids), ...changed() })),
  "update_document (in its space)": tool("update_document", (ids) => ({ ...both(ids), ...changed() })),
  delete_document: tool("delete_document", alone, "document"),
  "delete_document (in its space)": tool("delete_document", both, "document"),
  get_outline: tool("get_outline", alone),
  "get_outline (in its space)": tool("get_outline", both),
  query_spaces: tool("query_spaces", ({ space }) => ({ query: "pelican", spaceIds: [space] })),
  smart_query: tool("smart_query", () => ({ query: "pelican" })),
  search: tool("search", () => ({ query: "pelican" })),
  fetch: tool("fetch", ({ document }) => ({ id: document })),
};
