import type { Quarry, Webhook, WebhookDeliveryPage } from "@quarry/sdk";
import { PAGE_SIZE } from "../api/page-size.ts";
import { refreshEvery } from "../api/refresh-every.ts";

const REFRESH_MS = 3_000;

/** All webhooks of the organization, newest first. */
export function webhooksQuery(quarry: Quarry) {
  return {
    queryKey: ["webhooks"],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Webhook[]> => {
      const all: Webhook[] = [];
      for await (const webhook of quarry.webhooks.list({ pageSize: 100 }, { signal })) all.push(webhook);
      return all;
    },
  };
}

/** One webhook. */
export function webhookQuery(quarry: Quarry, id: string) {
  return {
    queryKey: ["webhooks", id],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Webhook> =>
      (await quarry.webhooks.get({ id }, { signal })).webhook,
  };
}

/** One page of the deliveries of a webhook, newest event first. */
export function deliveriesQuery(quarry: Quarry, id: string, page: number) {
  return {
    queryKey: ["webhooks", id, "deliveries", page],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<WebhookDeliveryPage> =>
      quarry.webhooks.deliveries({ id, page, pageSize: PAGE_SIZE }, { signal }),
    refetchInterval: refreshEvery(REFRESH_MS),
  };
}
