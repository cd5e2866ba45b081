import { type Call, REQUESTS } from "./requests.ts";
import type { Row } from "./row.ts";
import { ROUTES, TOOL_ROWS } from "./table.ts";
import { TOOL_REQUESTS } from "./tool-requests.ts";

/** The whole table. */
export const ROWS: readonly Row[] = [...ROUTES, ...TOOL_ROWS];

/** A call for every row of it. */
export const CALLS: Readonly<Record<string, Call>> = { ...REQUESTS, ...TOOL_REQUESTS };

/** How to do what a row is about. */
export function callOf({ name }: Row): Call {
  const call = CALLS[name];
  if (!call) throw new Error(`requests.ts does not say how to call ${name}`);
  return call;
}

/** True for a tool of assistants. */
export function isTool(row: Row): boolean {
  return TOOL_ROWS.includes(row);
}
