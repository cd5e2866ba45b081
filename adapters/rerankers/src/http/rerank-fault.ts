import { ProviderFault, retryAfterMs } from "@quarry/providers";

/** A problem that a modified request can fix. */
export type FixableProblem = "top_n" | "texts" | "too_many" | "too_long";

/** Returns why the server rejected a request, if a modified request can succeed. */
export function fixableProblem(status: number, text: string): FixableProblem | undefined {
  // llama.cpp responds to a text that is too long with 500, others with 400, 413 or 422.
  if (![400, 413, 422, 500].includes(status)) return undefined;
  if (status < 500 && /\btop_n\b/.test(text)) return "top_n";
  if (status < 500 && /\btexts\b/.test(text) && /missing|required/i.test(text)) return "texts";
  if (/batch size \d+ >|max(imum)? (allowed )?batch size|too many (documents|texts|inputs)/i.test(text))
    return "too_many";
  return /context.?length|too (long|large)|max(imum)? .*tokens|exceeds? .*(tokens|length|context)|must have less than/i.test(
    text,
  )
    ? "too_long"
    : undefined;
}

/** Converts an error response to a fault. Only a redacted line of the response goes to the log. */
export function statusFault(
  { status, headers, text }: { readonly status: number; readonly headers: Headers; readonly text: string },
  context: { readonly provider: string; readonly nowMs: number; readonly redact: (text: string) => string },
): ProviderFault {
  const { provider, nowMs, redact } = context;
  const detail = new Error(redact(`HTTP ${status}: ${text}`));
  const fault = (kind: ProviderFault["kind"], message: string, waitMs?: number): ProviderFault =>
    new ProviderFault(kind, `${provider} ${message}`, waitMs, detail);

  if (status === 401 || status === 403)
    return fault("misconfigured", `refused the key (HTTP ${status}): check QUARRY_RERANKER_API_KEY.`);
  if (status === 402)
    return fault("misconfigured", "reports that the account is not paid for: check its plan and billing.");
  if (status === 404 || status === 405 || (status >= 300 && status < 400))
    return fault(
      "misconfigured",
      `did not find the address or the model (HTTP ${status}): check QUARRY_RERANKER_URL and QUARRY_RERANKER_MODEL.`,
    );
  if (status === 424)
    return fault("misconfigured", "has a model that cannot rerank: check QUARRY_RERANKER_MODEL.");
  const waitMs = retryAfterMs(headers, nowMs);
  if (status === 429) return fault("throttled", "is limiting the number of calls.", waitMs);
  if (status === 503 && waitMs !== undefined) return fault("throttled", "is overloaded.", waitMs);
  if (status >= 500 || status === 408 || status === 409 || status === 425)
    return fault("unavailable", `failed (HTTP ${status}).`, waitMs);
  return fault("rejected", `did not accept the request (HTTP ${status}).`);
}
