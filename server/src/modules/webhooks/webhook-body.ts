import { invalidField } from "@quarry/core/internal";
import { EVENT_TYPES, type EventType, type ReplayWebhookBody } from "@quarry/schema";
import { readInstant } from "../../platform/instant.ts";
import type { Replay } from "./delivery-queries.ts";
import { RefusedAddress, resolveAddresses } from "./public-addresses.ts";

/** The types of events that a webhook receives. */
export function typesOf(events: readonly EventType[] | null): readonly EventType[] {
  return events ?? EVENT_TYPES;
}

/** Requires an http or https URL of an allowed address. @throws QuarryError `invalid_request`. */
export async function requireUsableUrl(text: string, allowPrivate: boolean): Promise<void> {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) throw invalidField("/url", "must be an http or https address");
  if (url.username !== "" || url.password !== "")
    throw invalidField("/url", "must not contain a user or password; verify the signature instead");
  await resolveAddresses(url.hostname, { allowPrivate }).catch((error: unknown) => {
    // A host name that does not resolve now may resolve when an event is sent.
    if (error instanceof RefusedAddress)
      throw invalidField(
        "/url",
        "leads to an address that is not public; the operator can allow those with QUARRY_WEBHOOK_ALLOW_PRIVATE=true",
      );
  });
}

/** Reads which events to send again. @throws QuarryError `invalid_request`. */
export function readReplay({ eventId, since }: ReplayWebhookBody): Replay {
  const at = readInstant(since, "/since");
  if ((eventId === undefined) === (at === undefined))
    throw invalidField("", "must have either eventId or since");
  return at ? { since: at } : { eventId: Number(eventId) };
}
