import type { QuarryError } from "@quarry/core";
import type { ErrorCode } from "@quarry/schema";

/** Codes that OpenAI's clients know by another name. */
const CODES: Partial<Record<ErrorCode, string>> = {
  unauthorized: "invalid_api_key",
  rate_limited: "rate_limit_exceeded",
};

/** An error in the form of OpenAI's API. */
export function openAiError(error: QuarryError) {
  const { code, message, status, details } = error;
  return {
    error: {
      message,
      type: typeOf(status),
      param: details?.[0] ? paramOf(details[0].path) : null,
      code: CODES[code] ?? code,
    },
  };
}

function typeOf(status: number): string {
  if (status >= 500) return "server_error";
  return status === 429 ? "rate_limit_error" : "invalid_request_error";
}

/** A JSON pointer in OpenAI's notation: `/files/0/file_id` is `files[0].file_id`. */
function paramOf(pointer: string): string | null {
  const names = pointer.split("/").slice(1);
  if (names.length === 0) return null;
  return names
    .map((name) => (/^\d+$/.test(name) ? `[${name}]` : `.${name}`))
    .join("")
    .slice(1);
}
