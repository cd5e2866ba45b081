import { ProviderFault, retryAfterMs } from "@quarry/providers";
import { APIError } from "openai";

/** Details for the messages of a failed call. */
export interface FaultContext {
  /** Host and port. */
  readonly provider: string;
  readonly model: string;
  /** Milliseconds since 1970, for dates in headers. */
  readonly nowMs: number;
  /** Removes secrets from a log message. */
  readonly redact: (text: string) => string;
}

/** A problem that a modified request can fix. */
export type FixableProblem = "dimensions" | "too_long";

/** Returns why the provider rejected a request, if a modified request can succeed. */
export function fixableProblem(error: unknown): FixableProblem | undefined {
  if (!(error instanceof APIError) || error.status === undefined) return undefined;
  // llama.cpp responds to a text that is too long with 500, others with 400, 413 or 422.
  if (![400, 413, 422, 500].includes(error.status)) return undefined;
  const isDimensions = error.param === "dimensions" || /dimension|matryoshka/i.test(error.message);
  if (error.status < 500 && isDimensions) return "dimensions";
  return /context.?length|too (long|large)|max(imum)? .*tokens|exceeds? .*(tokens|length|context)/i.test(
    error.message,
  )
    ? "too_long"
    : undefined;
}

/**
 * Converts an error of the client library to a fault. The library's error contains the headers and the whole body, so
 * only a redacted line of it becomes the cause.
 */
export function openAiFault(error: unknown, { provider, model, nowMs, redact }: FaultContext): ProviderFault {
  if (error instanceof ProviderFault) return error;
  const detail = new Error(
    redact(error instanceof Error ? `${error.name}: ${error.message}` : String(error)),
  );
  const fault = (kind: ProviderFault["kind"], message: string, waitMs?: number): ProviderFault =>
    new ProviderFault(kind, message, waitMs, detail);
  const subject = `The embedding provider (${provider})`;

  if (!(error instanceof APIError))
    return fault("unavailable", `${subject} returned an invalid response: not JSON.`);
  const { status } = error;
  if (status === undefined) return fault("unavailable", `${subject} cannot be reached.`);

  const waitMs = error.headers instanceof Headers ? retryAfterMs(error.headers, nowMs) : undefined;
  if (status === 401 || status === 403) {
    return fault("misconfigured", `${subject} refused the key (HTTP ${status}): check OPENAI_API_KEY.`);
  }
  if (status === 404) {
    return fault(
      "misconfigured",
      `${subject} has no model ${model}, or no embeddings at this address: check QUARRY_EMBEDDING_MODEL and OPENAI_BASE_URL.`,
    );
  }
  // An exhausted quota has the status of a rate limit, but waiting does not help.
  if (status === 429 && error.code === "insufficient_quota") {
    return fault(
      "misconfigured",
      `${subject} reports that the key's quota is used up: check its plan and billing.`,
    );
  }
  if (status === 429) return fault("throttled", `${subject} is limiting the number of calls.`, waitMs);
  if (status === 503 && waitMs !== undefined) return fault("throttled", `${subject} is overloaded.`, waitMs);
  if (status >= 500 || status === 408 || status === 409 || status === 425) {
    return fault("unavailable", `${subject} failed (HTTP ${status}).`, waitMs);
  }
  return fault("rejected", `${subject} did not accept the request (HTTP ${status}).`);
}
