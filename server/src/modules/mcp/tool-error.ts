import type { QuarryError } from "@quarry/core";
import type { ErrorCode } from "@quarry/schema";

/** What a model should do about an error, where the message does not say it. */
const HINTS: Readonly<Record<ErrorCode, string>> = {
  invalid_request: "Correct the arguments that are named and call again.",
  unauthorized: "Tell the user that the key is no longer accepted.",
  forbidden: "Do not try again; tell the user what is missing.",
  not_found:
    "Call list_spaces for the spaces that there are, and list_documents for the documents of one; use ids from there.",
  conflict: "Change what is in the way, or use another name, and call again.",
  request_in_progress: "Wait a moment and call again.",
  idempotency_key_reused: "Call again with another key.",
  outcome_unknown: "Look whether it was done before you call again.",
  payload_too_large: "Split the content into several documents.",
  unsupported_media_type: "Send it in a form that is supported.",
  rate_limited: "Wait before the next call.",
  internal: "Try once more. If it stays, tell the user the request id.",
  unavailable: "Try again in a moment.",
};

/** An error as a tool's result: code, message, and what to do, so that the model can recover. */
export function toolError({ code, message, retryAfterMs }: QuarryError, requestId: string) {
  const wait = retryAfterMs === undefined ? "" : ` (in ${Math.ceil(retryAfterMs / 1000)} seconds)`;
  const request = code === "internal" ? `\nRequest id: ${requestId}` : "";
  return {
    isError: true,
    content: [{ type: "text" as const, text: `${code}: ${message}\n${HINTS[code]}${wait}${request}` }],
  };
}
