import { createLease } from "../../platform/leases/leased-rows.ts";
import { createWorkLoop } from "../../platform/leases/work-loop.ts";
import type { EventSignal } from "../../records/events/event-signal.ts";
import { claimDeliveries, releaseAllDeliveries } from "./delivery-queries.ts";
import { createDeliveryRunner, type DeliveryDeps } from "./delivery-runner.ts";
import { createFanOut } from "./fan-out.ts";
import { hasWebhooks } from "./webhook-queries.ts";

/** Sends events to webhooks in the background. */
export interface WebhookDispatcher {
  start(): Promise<void>;
  /** Makes the dispatcher look for events now instead of at its next poll. */
  wake(): void;
  /** Stops. Attempts in progress have two seconds to end; after that they are aborted and sent again later. */
  stop(): Promise<void>;
}

const CONCURRENCY = 16;
const STOP_MS = 2000;

/** Creates the dispatcher of this process. Several processes share the work through leases. */
export function createWebhookDispatcher(
  deps: DeliveryDeps & {
    readonly signal: EventSignal;
    /** True when no other process can hold a lease. */
    readonly isOnlyProcess: boolean;
  },
): WebhookDispatcher {
  const { db, clock, log, settings, signal } = deps;
  const stopping = new AbortController();
  const run = createDeliveryRunner(deps, stopping.signal);
  const inProgress = new Set<Promise<void>>();
  /** Without webhooks, new events need not wake the loop. */
  let isUsed = false;

  async function sendDue(): Promise<void> {
    const free = CONCURRENCY - inProgress.size;
    if (free === 0 || loop.isStopping) return;
    for (const delivery of await claimDeliveries(db, createLease(clock.now(), settings.leaseMs), free)) {
      const sent = run(delivery)
        .catch((error) => log.error("Could not send a webhook delivery or record its outcome", error))
        .finally(() => {
          inProgress.delete(sent);
          loop.wake();
        });
      inProgress.add(sent);
    }
  }

  const fanOut = createFanOut(db, clock, () => loop.isStopping);
  const loop = createWorkLoop({
    async turn() {
      isUsed = await hasWebhooks(db);
      if (!isUsed) return false;
      const hasMore = await fanOut();
      await sendDue();
      return hasMore;
    },
    onError: (error) => log.error("Could not look for webhook deliveries", error),
  });

  const stopListening = signal.listen(() => {
    if (isUsed) loop.wake();
  });

  return {
    async start() {
      if (deps.isOnlyProcess) await releaseAllDeliveries(db, new Date(clock.now()));
      loop.start();
    },
    wake: loop.wake,
    async stop() {
      stopListening();
      const timer = setTimeout(() => stopping.abort(), STOP_MS);
      await loop.stop();
      await Promise.all(inProgress);
      clearTimeout(timer);
    },
  };
}
