import type { Quarry, WebhookDelivery } from "@quarry/sdk";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useMe } from "../api/person.tsx";
import { FormError, Loading } from "../components/states.tsx";
import { text } from "../text/text.ts";

const words = text.webhooks;
/** The stream of events has no end. Stored events arrive at once. */
const STORED_MS = 5_000;

/** What a delivery sent, read when it is opened. */
export function DeliveryPayload({ delivery }: { delivery: WebhookDelivery }) {
  const { quarry } = useMe();
  const [isOpen, setOpen] = useState(false);
  const sent = useQuery({ ...payloadQuery(quarry, delivery), enabled: isOpen });
  return (
    <details className="delivery-payload" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{words.sent}</summary>
      {isOpen && sent.isPending && <Loading rows={1} />}
      <FormError error={sent.error} />
      {sent.data === null && <p className="faint">{words.notStored}</p>}
      {sent.data && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls.
        <pre dir="ltr" tabIndex={0}>
          {sent.data}
        </pre>
      )}
    </details>
  );
}

function payloadQuery(quarry: Quarry, { eventId, type }: WebhookDelivery) {
  return {
    queryKey: ["payload", eventId],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<string | null> => {
      const enough = AbortSignal.any([signal, AbortSignal.timeout(STORED_MS)]);
      const from = { types: [type], lastEventId: String(Number(eventId) - 1) };
      for await (const event of quarry.events.stream(from, { signal: enough })) {
        if (event.id !== eventId) return null;
        const { createdAt: timestamp, data } = event;
        return JSON.stringify({ type, timestamp, data }, null, 2);
      }
      return null;
    },
    staleTime: Number.POSITIVE_INFINITY,
  };
}
