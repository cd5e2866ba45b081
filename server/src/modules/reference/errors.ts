import { ERRORS, type ErrorCode } from "@quarry/schema";

/** When each error occurs, and what to do. */
export const REMEDIES: Readonly<Record<ErrorCode, { readonly when: string; readonly remedy: string }>> = {
  invalid_request: {
    when: "The body or a parameter is invalid.",
    remedy: "Correct the fields that `details` names.",
  },
  unauthorized: {
    when: "There is no key, or it is unknown, revoked or expired.",
    remedy: "Send a valid key as `Authorization: Bearer qry_...`.",
  },
  forbidden: {
    when: "The key lacks a permission, or the tier's limit is reached.",
    remedy: "Use a key with the permission that `message` names, or delete something or change the tier.",
  },
  not_found: {
    when: "It does not exist, is archived, or belongs to another organization.",
    remedy: "Check the id, the key's organization, and whether the space is archived.",
  },
  method_not_allowed: {
    when: "The path exists, but not with this method.",
    remedy: "Use a method of the header `Allow`.",
  },
  conflict: {
    when: "The change contradicts the current state, e.g. a filename is taken.",
    remedy: "Read the current state, then do what `message` says.",
  },
  request_in_progress: {
    when: "A call with the same `Idempotency-Key` is still running.",
    remedy: "Wait for the time in `Retry-After`, then repeat it.",
  },
  idempotency_key_reused: {
    when: "The `Idempotency-Key` was used for a different call.",
    remedy: "Use a new key for each call.",
  },
  outcome_unknown: {
    when: "The first call with this `Idempotency-Key` was interrupted.",
    remedy: "Check whether it took effect; if not, repeat it with a new key.",
  },
  payload_too_large: {
    when: "The body or the file is too large.",
    remedy: "Send less at once, or ask the operator for a higher limit.",
  },
  unsupported_media_type: {
    when: "The `Content-Type` is not one that the operation takes.",
    remedy: "Send a content type of this operation.",
  },
  rate_limited: {
    when: "A rate limit is exceeded.",
    remedy: "Wait for the time in `Retry-After`, then repeat the call.",
  },
  internal: {
    when: "The service failed.",
    remedy: "Repeat the call. If it fails again, give the operator the `requestId`.",
  },
  unavailable: {
    when: "The database, a store or a provider is away or did not answer in time, or the service is overloaded.",
    remedy:
      "Wait for the time in `Retry-After`, then repeat the call. Check first whether a change was carried out, if the message says that its outcome is unknown.",
  },
  insufficient_storage: {
    when: "The disk of the service is full or read-only.",
    remedy: "The operator must free or add space. Queries still work.",
  },
};

/** The description of an error response: each of its codes with when and remedy. */
export function describeError(status: number): string {
  return codesOf(status)
    .map((code) => `\`${code}\`: ${REMEDIES[code].when} ${REMEDIES[code].remedy}`)
    .join("\n\n");
}

/** All codes as a Markdown table. */
export function errorTable(): string {
  const rows = Object.entries(ERRORS)
    .sort(([, one], [, other]) => one.status - other.status)
    .map(([code, { status, retryable }]) => {
      const { when, remedy } = REMEDIES[code as ErrorCode];
      return `| ${status} | \`${code}\` | ${when} | ${remedy} | ${retryable ? "yes" : "no"} |`;
    });
  return ["| Status | Code | When | Remedy | Retry |", "|---|---|---|---|---|", ...rows].join("\n");
}

function codesOf(status: number): ErrorCode[] {
  return Object.entries(ERRORS).flatMap(([code, error]) =>
    error.status === status ? [code as ErrorCode] : [],
  );
}
