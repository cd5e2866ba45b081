import type { WebhookAttempt } from "@quarry/schema";
import { fetchAt } from "./fetch-at.ts";
import { RefusedAddress, resolveAddresses } from "./public-addresses.ts";
import { type SignedMessage, signatureHeaders } from "./signature.ts";

/** Sends messages to receivers of webhooks. */
export interface WebhookSender {
  /** Makes one attempt and returns its outcome, also when sending failed. Rejects only when `signal` is aborted. */
  send(
    url: string,
    message: SignedMessage,
    secrets: readonly string[],
    signal?: AbortSignal,
  ): Promise<WebhookAttempt>;
}

const KEPT_ANSWER_CHARS = 500;

/** Creates a sender. */
export function createWebhookSender(settings: {
  readonly allowPrivate: boolean;
  readonly timeoutMs: number;
}): WebhookSender {
  const { timeoutMs } = settings;

  return {
    async send(url, message, secrets, signal) {
      const deadline = AbortSignal.timeout(timeoutMs);
      const both = signal ? AbortSignal.any([deadline, signal]) : deadline;
      const headers = {
        "content-type": "application/json",
        "user-agent": "Quarry-Webhooks",
        ...signatureHeaders(message, secrets),
      };
      try {
        const post = async () => {
          const addresses = await resolveAddresses(new URL(url).hostname, settings);
          return fetchAt(url, addresses, { method: "POST", headers, body: message.body, signal: both });
        };
        const response = await Promise.race([post(), aborted(both)]);
        return {
          delivered: response.ok,
          status: response.status,
          answer: await startOf(response),
          problem: null,
        };
      } catch (error) {
        signal?.throwIfAborted();
        const problem = deadline.aborted
          ? `The receiver did not respond within ${timeoutMs} ms.`
          : describe(error);
        return { delivered: false, status: null, answer: null, problem };
      }
    },
  };
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** Reads the first characters of a response, as text that PostgreSQL can store. */
async function startOf(response: Response): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  try {
    for await (const piece of response.body ?? []) {
      text += decoder.decode(piece, { stream: true });
      if (text.length >= KEPT_ANSWER_CHARS) break;
    }
  } catch {
    // The status alone decides the outcome.
  }
  return text.slice(0, KEPT_ANSWER_CHARS).replaceAll("\u0000", "").toWellFormed();
}

function describe(error: unknown): string {
  if (error instanceof RefusedAddress) return error.message;
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
  return `The receiver could not be reached (${code}).`;
}
