import { readLogState } from "../../records/events/event-rows.ts";
import type { EventSignal } from "../../records/events/event-signal.ts";
import { claimDeliveries, insertDeliveries, releaseAllDeliveries } from "./delivery-queries.ts";
import { createDeliveryRunner, type DeliveryDeps } from "./delivery-runner.ts";
import { findWebhooksBehind, hasWebhooks, lockFreeWebhook, updateWebhook } from "./queries.ts";

/** Sends events to webhooks in the background. */
export interface WebhookDispatcher {
  start(): Promise<void>;
  /** Says that there may be something to send. */
  wake(): void;
  /** Stops; what is under way has a moment to end, and is sent again later if it does not. */
  stop(): Promise<void>;
}

const POLL_MS = 1000;
const CONCURRENCY = 16;
const STOP_MS = 2000;
const WEBHOOKS_A_ROUND = 50;
const EVENTS_A_TURN = 1000;

/** Creates the dispatcher of this process. Several share the work: each takes what no other has. */
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
  const underWay = new Set<Promise<void>>();
  let isStopping = false;
  /** Where there are no webhooks, what happens is no reason to look. */
  let isUsed = false;
  let wake: () => void = () => undefined;
  let running: Promise<void> | undefined;

  /** Makes deliveries of what happened; false when others are at it, or there is nothing. */
  async function fanOut(orgId: string, id: string): Promise<boolean> {
    return db.transaction(async (tx) => {
      const webhook = await lockFreeWebhook(tx, orgId, id);
      const { lastId } = await readLogState(tx, orgId);
      if (!webhook?.isEnabled || webhook.cursor >= lastId) return false;
      const through = Math.min(webhook.cursor + EVENTS_A_TURN, lastId);
      await insertDeliveries(tx, webhook, { after: webhook.cursor, through }, new Date(clock.now()));
      await updateWebhook(tx, orgId, id, { cursor: through });
      return true;
    });
  }

  async function fanOutAll(): Promise<boolean> {
    let hasMade = false;
    for (const { orgId, id } of await findWebhooksBehind(db, WEBHOOKS_A_ROUND))
      if (!isStopping && (await fanOut(orgId, id))) hasMade = true;
    return hasMade;
  }

  async function sendDue(): Promise<void> {
    const limit = CONCURRENCY - underWay.size;
    if (limit === 0 || isStopping) return;
    const now = new Date(clock.now());
    for (const delivery of await claimDeliveries(db, { now, leaseMs: settings.leaseMs, limit })) {
      const sent = run(delivery)
        .catch((error) => log.error("a delivery to a webhook could not be made or noted", error))
        .finally(() => {
          underWay.delete(sent);
          wake();
        });
      underWay.add(sent);
    }
  }

  async function loop(): Promise<void> {
    while (!isStopping) {
      const { promise: woken, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      let isMore = false;
      try {
        isUsed = await hasWebhooks(db);
        if (isUsed) {
          isMore = await fanOutAll();
          await sendDue();
        }
      } catch (error) {
        log.error("webhooks could not be looked after", error);
      }
      if (!isMore) await Promise.race([woken, Bun.sleep(POLL_MS)]);
    }
  }

  const stopListening = signal.listen(() => {
    if (isUsed) wake();
  });

  return {
    async start() {
      if (deps.isOnlyProcess) await releaseAllDeliveries(db, new Date(clock.now()));
      running = loop();
    },
    wake: () => wake(),
    async stop() {
      isStopping = true;
      stopListening();
      wake();
      const timer = setTimeout(() => stopping.abort(), STOP_MS);
      await running;
      await Promise.all(underWay);
      clearTimeout(timer);
    },
  };
}
