import { type Call, REQUESTS } from "./requests.ts";
import type { Row } from "./row.ts";
import { ROUTES, TOOL_ROWS } from "./table.ts";
import { TOOL_REQUESTS } from "./tool-requests.ts";

/** All rows: routes and tools. */
export const ROWS: readonly Row[] = [...ROUTES, ...TOOL_ROWS];

/** A call for each row. */
export const CALLS: Readonly<Record<string, Call>> = { ...REQUESTS, ...TOOL_REQUESTS };

/** How to perform a row's operation. */
export function callOf({ name }: Row): Call {
  const call = CALLS[name];
  if (!call) throw new Error(`requests.ts does not say how to call ${name}`);
  return call;
}

/** True for an MCP tool. */
export function isTool(row: Row): boolean {
  return TOOL_ROWS.includes(row);
}
