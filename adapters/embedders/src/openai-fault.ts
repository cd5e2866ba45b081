import { ProviderFault, retryAfterMs } from "@quarry/providers";
import { APIError } from "openai";

/** What a failed call is told with. */
export interface FaultContext {
  /** Name of the provider in messages. */
  readonly provider: string;
  readonly model: string;
  /** Milliseconds since 1970, for dates in headers. */
  readonly nowMs: number;
  /** Takes secrets out of a text for the log. */
  readonly redact: (text: string) => string;
}

/** What of this request the provider did not take; the request can be changed and sent again. */
export type Objection = "dimensions" | "too_long";

/** What a refusal objects to, when that is something to be mended by asking differently. */
export function objection(error: unknown): Objection | undefined {
  if (!(error instanceof APIError) || error.status === undefined) return undefined;
  // llama.cpp answers 500 for a text that is too long, others 400, 413 or 422.
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
 * Turns what the client library throws into a fault. The library's error is not kept: it holds the headers and the whole
 * body; only a cleaned line of it goes to the log.
 */
export function openAiFault(error: unknown, { provider, model, nowMs, redact }: FaultContext): ProviderFault {
  if (error instanceof ProviderFault) return error;
  const detail = new Error(
    redact(error instanceof Error ? `${error.name}: ${error.message}` : String(error)),
  );
  const fault = (kind: ProviderFault["kind"], message: string, waitMs?: number): ProviderFault =>
    new ProviderFault(kind, message, waitMs, detail);
  const who = `The embedding provider (${provider})`;

  if (!(error instanceof APIError)) return fault("away", `${who} answered nonsense: no readable JSON.`);
  const { status } = error;
  if (status === undefined) return fault("away", `${who} cannot be reached.`);

  const waitMs = error.headers instanceof Headers ? retryAfterMs(error.headers, nowMs) : undefined;
  if (status === 401 || status === 403) {
    return fault("setup", `${who} refused the key (HTTP ${status}): check OPENAI_API_KEY.`);
  }
  if (status === 404) {
    return fault(
      "setup",
      `${who} does not know the model ${model} or the address: check QUARRY_EMBEDDING_MODEL and OPENAI_BASE_URL.`,
    );
  }
  // A spent quota is answered like a rate limit, but no waiting helps.
  if (status === 429 && error.code === "insufficient_quota") {
    return fault("setup", `${who} says that the quota of the key is used up: check its plan and billing.`);
  }
  if (status === 429) return fault("throttled", `${who} is limiting the number of calls.`, waitMs);
  if (status === 503 && waitMs !== undefined) return fault("throttled", `${who} is overloaded.`, waitMs);
  if (status >= 500 || status === 408 || status === 409 || status === 425) {
    return fault("away", `${who} failed (HTTP ${status}).`, waitMs);
  }
  return fault("refused", `${who} did not accept the request (HTTP ${status}).`);
}
