import { object, objects, string } from "../contract/reading.ts";
import type { InProcessApp } from "../support/in-process-app.ts";
import type { MatrixRequest } from "./requests.ts";
import { MCP_PATH } from "./tool-requests.ts";

/** Headers that identify the caller. */
export type Credentials = Readonly<Record<string, string>>;

/** A response, in the same form for routes and tools. */
export interface Answer {
  /** HTTP status; for a tool's error, the status it would have over HTTP. */
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The error message; empty on success. */
  readonly message: string;
}

const BASE_URL = "http://localhost";
const TOOL_STATUSES: Readonly<Record<string, number>> = {
  invalid_request: 400,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
};

/** Sends a request to the application. */
export async function send(
  { app }: Pick<InProcessApp, "app">,
  { method, path, body, bytes }: MatrixRequest,
  credentials: Credentials,
): Promise<Answer> {
  const headers = new Headers(credentials);
  if (body !== undefined) headers.set("Content-Type", "application/json");
  if (path === MCP_PATH) headers.set("Accept", "application/json, text/event-stream");
  const init: RequestInit = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
  if (bytes) init.body = bytes;
  const response = await app.handle(new Request(BASE_URL + path, init));
  const answer = { status: response.status, headers: response.headers };
  if (answer.headers.get("content-type")?.startsWith("text/event-stream")) {
    // An event stream does not end.
    await response.body?.cancel();
    return { ...answer, text: "", message: "" };
  }
  const text = await response.text();
  if (response.status >= 400) return { ...answer, text, message: string(object(JSON.parse(text)).message) };
  return path === MCP_PATH ? { ...answer, text, ...outcomeOf(text) } : { ...answer, text, message: "" };
}

/** Reads a tool's result: MCP reports tool errors with HTTP status 200. */
function outcomeOf(text: string): { status: number; message: string } {
  const { result } = object(JSON.parse(text));
  const { isError = false, content } = object(result);
  if (isError !== true) return { status: 200, message: "" };
  const message = string(objects(content)[0]?.text);
  const code = message.slice(0, message.indexOf(":"));
  return { status: TOOL_STATUSES[code] ?? 500, message };
}

/** True when the caller was authorized and the call succeeded. */
export function isDone({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}
