import type { WebhookMessage } from "@quarry/schema";
import { WebhookVerificationError } from "./errors.ts";

/** What a webhook's receiver got. */
export interface ReceivedWebhook {
  /** The body exactly as it came: it is signed byte by byte. */
  readonly payload: string | Uint8Array;
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The webhook's secret, `whsec_…`. */
  readonly secret: string;
}

const TOLERANCE_SECONDS = 300;
const PREFIX = "whsec_";

/**
 * Makes sure that a message comes from the service, and from now: a message that somebody kept and sends again after
 * five minutes is refused. The same message may come several times; its `webhook-id` is then the same.
 * @throws WebhookVerificationError when it does not.
 */
export async function verifyWebhook({ payload, headers, secret }: ReceivedWebhook): Promise<WebhookMessage> {
  const id = headerOf(headers, "webhook-id");
  const timestamp = headerOf(headers, "webhook-timestamp");
  const signatures = headerOf(headers, "webhook-signature").split(" ");
  const ageSeconds = Date.now() / 1000 - Number(timestamp);
  if (!/^\d+$/.test(timestamp) || Math.abs(ageSeconds) > TOLERANCE_SECONDS)
    throw new WebhookVerificationError("The message is too old, or from a clock that is wrong.");
  const encoder = new TextEncoder();
  const text = typeof payload === "string" ? payload : new TextDecoder().decode(payload);
  const body = typeof payload === "string" ? encoder.encode(payload) : payload;
  const signed = joined(encoder.encode(`${id}.${timestamp}.`), body);
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const bytes = bytesOf(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
  if (!bytes || bytes.length === 0)
    throw new TypeError("secret must be the secret of a webhook: whsec_ and base64.");
  const key = await crypto.subtle.importKey("raw", bytes, algorithm, false, ["verify"]);
  for (const signature of signatures) {
    const [version, value = ""] = signature.split(",");
    const given = version === "v1" ? bytesOf(value) : undefined;
    // It takes the same time whichever byte is wrong.
    if (given && (await crypto.subtle.verify(algorithm, key, given, signed)))
      return JSON.parse(text) as WebhookMessage;
  }
  throw new WebhookVerificationError("No signature of the message is one of this secret.");
}

function headerOf(headers: ReceivedWebhook["headers"], name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  if (typeof value === "string" && value !== "") return value;
  throw new WebhookVerificationError(`The message lacks the header ${name}.`);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function joined(head: Uint8Array, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(head.length + tail.length);
  all.set(head);
  all.set(tail, head.length);
  return all;
}
