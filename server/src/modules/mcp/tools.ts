import { CONNECTOR_TOOLS } from "./connector-tools.ts";
import { DOCUMENT_TOOLS } from "./document-tools.ts";
import { QUERY_TOOLS } from "./query-tools.ts";
import { READING_TOOLS } from "./reading-tools.ts";
import { SPACE_TOOLS } from "./space-tools.ts";
import type { Tool } from "./tool.ts";

/** All tools, with the permission and the annotations of each. */
export const TOOLS: readonly Tool[] = [
  ...QUERY_TOOLS,
  ...SPACE_TOOLS,
  ...DOCUMENT_TOOLS,
  ...READING_TOOLS,
  ...CONNECTOR_TOOLS,
];
