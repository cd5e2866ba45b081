import type { WebhookMessage } from "@quarry/schema";
import { WebhookVerificationError } from "../errors/errors.ts";

/** A webhook message as received. */
export interface ReceivedWebhook {
  /** The raw request body. Do not parse and re-serialize it: the signature covers its exact bytes. */
  readonly payload: string | Uint8Array;
  /** The headers of the request: `webhook-id`, `webhook-timestamp` and `webhook-signature`, in upper or lower case. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The webhook's secret, `whsec_…`. */
  readonly secret: string;
}

const TOLERANCE_SECONDS = 300;
const PREFIX = "whsec_";

/**
 * Verifies a webhook message's signature and returns the message. Rejects messages older than five minutes, to prevent
 * replay attacks. A message may be delivered more than once, with the same `webhook-id`.
 * @throws WebhookVerificationError if the signature or the timestamp is invalid.
 * @throws TypeError if `secret` is not a webhook secret.
 */
export async function verifyWebhook({ payload, headers, secret }: ReceivedWebhook): Promise<WebhookMessage> {
  const id = headerOf(headers, "webhook-id");
  const timestamp = headerOf(headers, "webhook-timestamp");
  const signatures = headerOf(headers, "webhook-signature").split(" ");
  const ageSeconds = Date.now() / 1000 - Number(timestamp);
  if (!/^\d+$/.test(timestamp) || Math.abs(ageSeconds) > TOLERANCE_SECONDS)
    throw new WebhookVerificationError("The timestamp is more than five minutes from the current time.");
  const encoder = new TextEncoder();
  const text = typeof payload === "string" ? payload : new TextDecoder().decode(payload);
  const body = typeof payload === "string" ? encoder.encode(payload) : payload;
  const signedBytes = concatenate(encoder.encode(`${id}.${timestamp}.`), body);
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const keyBytes = decodeBase64(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
  if (!keyBytes || keyBytes.length === 0)
    throw new TypeError("secret must be a webhook secret: whsec_ followed by base64.");
  const key = await crypto.subtle.importKey("raw", keyBytes, algorithm, false, ["verify"]);
  for (const signature of signatures) {
    const [version, value = ""] = signature.split(",");
    const signatureBytes = version === "v1" ? decodeBase64(value) : undefined;
    // `verify` compares in constant time.
    if (signatureBytes && (await crypto.subtle.verify(algorithm, key, signatureBytes, signedBytes)))
      return JSON.parse(text) as WebhookMessage;
  }
  throw new WebhookVerificationError("No signature of the message matches the secret.");
}

function headerOf(headers: ReceivedWebhook["headers"], name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  if (typeof value === "string" && value !== "") return value;
  throw new WebhookVerificationError(`The message has no ${name} header.`);
}

function decodeBase64(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function concatenate(head: Uint8Array, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(head.length + tail.length);
  all.set(head);
  all.set(tail, head.length);
  return all;
}
