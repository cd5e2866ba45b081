import type { QuarryError } from "@quarry/core";
import type { ErrorCode } from "@quarry/schema";

/** What a model should do about an error, in addition to the message. */
const HINTS: Readonly<Record<ErrorCode, string>> = {
  invalid_request: "Correct the named arguments and call again.",
  unauthorized: "Tell the user that the key is no longer accepted.",
  forbidden: "Do not retry; tell the user what is missing.",
  not_found:
    "Call list_spaces for the spaces, and list_documents for the documents of a space; use ids from there.",
  method_not_allowed: "Use another tool.",
  conflict: "Resolve the conflict, or use another name, and call again.",
  request_in_progress: "Wait a moment and call again.",
  idempotency_key_reused: "Call again with another key.",
  outcome_unknown: "Check whether the change was made before you call again.",
  payload_too_large: "Split the content into several documents.",
  unsupported_media_type: "Send it in a supported format.",
  rate_limited: "Wait before the next call.",
  internal: "Retry once. If it fails again, tell the user the request id.",
  insufficient_storage: "Do not retry; tell the user that the service has no room. Queries still work.",
  unavailable: "Retry in a moment.",
};

/** An error as a tool result: code, message and a hint, so that the model can recover. */
export function toolError({ code, message, retryAfterMs }: QuarryError, requestId: string) {
  const wait = retryAfterMs === undefined ? "" : ` (in ${Math.ceil(retryAfterMs / 1000)} seconds)`;
  const request = code === "internal" ? `\nRequest id: ${requestId}` : "";
  return {
    isError: true,
    content: [{ type: "text" as const, text: `${code}: ${message}\n${HINTS[code]}${wait}${request}` }],
  };
}
