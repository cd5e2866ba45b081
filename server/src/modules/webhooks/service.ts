import { type Clock, QuarryError } from "@quarry/core";
import { invalidField, type NewId } from "@quarry/core/internal";
import {
  type AuditAction,
  type CreatedWebhook,
  type CreateWebhookBody,
  EVENT_TYPES,
  type EventType,
  LIMITS,
  type PageOf,
  type ReplayWebhookBody,
  type UpdateWebhookBody,
  type Webhook,
  type WebhookAttempt,
  type WebhookDelivery,
} from "@quarry/schema";
import type { Caller } from "../../platform/access/caller.ts";
import type { Database } from "../../platform/database/database.ts";
import { readInstant } from "../../platform/instant.ts";
import { type PageRequest, toPage } from "../../platform/paging.ts";
import type { AuditLog, NewAuditEntry } from "../../records/audit/audit-log.ts";
import { readLogState } from "../../records/events/event-rows.ts";
import { readSpaces, requireEventPermissions } from "../events/service.ts";
import { listDeliveries, type Replay, replayDeliveries } from "./delivery-queries.ts";
import { secretsOf } from "./delivery-runner.ts";
import { RefusedAddress, resolveAddresses } from "./public-addresses.ts";
import type { WebhookSender } from "./sender.ts";
import { newSecret } from "./signature.ts";
import { toDelivery, toWebhook } from "./to-webhook.ts";
import type { WebhookRow } from "./webhook-queries.ts";
import * as queries from "./webhook-queries.ts";

/** Makes, changes and tries webhooks. Nobody can have sent what they may not read themselves. */
export interface WebhookService {
  create(caller: Caller, body: CreateWebhookBody): Promise<CreatedWebhook>;
  list(orgId: string, page: PageRequest): Promise<PageOf<Webhook>>;
  get(orgId: string, id: string): Promise<Webhook>;
  update(caller: Caller, id: string, body: UpdateWebhookBody): Promise<Webhook>;
  delete(caller: Caller, id: string): Promise<void>;
  /** Gives it a new secret; the old one signs too for a day. */
  rotate(caller: Caller, id: string): Promise<CreatedWebhook>;
  /** Sends something that means nothing, and answers what became of it. */
  test(orgId: string, id: string): Promise<WebhookAttempt>;
  deliveries(orgId: string, id: string, page: PageRequest): Promise<PageOf<WebhookDelivery>>;
  /** Sends again what is still kept; answers how many events. */
  replay(orgId: string, id: string, body: ReplayWebhookBody): Promise<number>;
}

const OLD_SECRET_MS = 86_400_000;

/** Creates the service of webhooks. `wake` tells the dispatcher that there is something to send. */
export function createWebhookService(deps: {
  db: Database;
  newId: NewId;
  clock: Clock;
  sender: WebhookSender;
  allowPrivate: boolean;
  audit: AuditLog;
  wake: () => void;
}): WebhookService {
  const { db, newId, clock, sender, allowPrivate, audit, wake } = deps;

  async function find(orgId: string, id: string): Promise<WebhookRow> {
    const row = await queries.findWebhook(db, orgId, id);
    if (!row) throw notFound(id);
    return row;
  }

  async function requireUsableUrl(text: string): Promise<void> {
    const url = URL.parse(text);
    if (!url || !/^https?:$/.test(url.protocol))
      throw invalidField("/url", "must be an http or https address");
    if (url.username !== "" || url.password !== "")
      throw invalidField("/url", "must hold no user and no password; check the signature instead");
    await resolveAddresses(url.hostname, { allowPrivate }).catch((error: unknown) => {
      // A name that nobody knows yet may be known when something is sent.
      if (error instanceof RefusedAddress)
        throw invalidField(
          "/url",
          "leads to an address that is not public; the operator can allow those with QUARRY_WEBHOOK_ALLOW_PRIVATE=true",
        );
    });
  }

  const spacesOf = async (caller: Caller, names: readonly string[] | null | undefined) =>
    names ? [...new Set(await readSpaces(db, caller, names))] : null;

  return {
    async create(caller, { url, events = null, description = "", spaceIds }) {
      const { orgId } = caller;
      requireEventPermissions(caller, typesOf(events));
      await requireUsableUrl(url);
      if ((await queries.countWebhooks(db, orgId)) >= LIMITS.webhooksMax)
        throw new QuarryError(
          "forbidden",
          `Your organization has ${LIMITS.webhooksMax} webhooks, the most there may be. Delete one first.`,
        );
      const now = new Date(clock.now());
      const row: WebhookRow = {
        id: newId("webhook"),
        orgId,
        url,
        description,
        events: events && [...new Set(events)],
        spaceIds: await spacesOf(caller, spaceIds),
        isEnabled: true,
        disabledReason: null,
        secret: newSecret(),
        previousSecret: null,
        previousUntil: null,
        cursor: (await readLogState(db, orgId)).lastId,
        failingSince: null,
        createdAt: now,
        updatedAt: now,
      };
      await db.transaction(async (tx) => {
        await queries.insertWebhook(tx, row);
        await audit.record(tx, caller, entryOf("webhook.created", row));
      });
      wake();
      return { webhook: toWebhook(row), secret: row.secret };
    },

    async list(orgId, page) {
      const { rows, total } = await queries.listWebhooks(db, orgId, page);
      return toPage(rows.map(toWebhook), total, page);
    },

    get: async (orgId, id) => toWebhook(await find(orgId, id)),

    async update(caller, id, { url, events, description, spaceIds, enabled }) {
      const { orgId } = caller;
      const before = await find(orgId, id);
      // With another address or other events, it is as if it were made anew.
      requireEventPermissions(caller, typesOf(events === undefined ? before.events : events));
      if (url !== undefined) await requireUsableUrl(url);
      const spaces = spaceIds === undefined ? undefined : await spacesOf(caller, spaceIds);
      const row = await db.transaction(async (tx) => {
        const current = await queries.lockWebhook(tx, orgId, id);
        const isRevived = enabled === true && current?.isEnabled === false;
        const { lastId } = await readLogState(tx, orgId);
        const row = await queries.updateWebhook(tx, orgId, id, {
          ...(url === undefined ? {} : { url }),
          ...(events === undefined ? {} : { events: events && [...new Set(events)] }),
          ...(description === undefined ? {} : { description }),
          ...(spaces === undefined ? {} : { spaceIds: spaces }),
          ...(enabled === undefined ? {} : { isEnabled: enabled, disabledReason: null }),
          ...(isRevived ? { failingSince: null, cursor: lastId } : {}),
          updatedAt: new Date(clock.now()),
        });
        if (!row) throw notFound(id);
        await audit.record(tx, caller, entryOf("webhook.updated", row));
        return row;
      });
      wake();
      return toWebhook(row);
    },

    async delete(caller, id) {
      await db.transaction(async (tx) => {
        const row = await queries.deleteWebhook(tx, caller.orgId, id);
        if (!row) throw notFound(id);
        await audit.record(tx, caller, entryOf("webhook.deleted", row));
      });
    },

    async rotate(caller, id) {
      const { orgId } = caller;
      const { events, secret: previousSecret } = await find(orgId, id);
      requireEventPermissions(caller, typesOf(events));
      const secret = newSecret();
      const now = clock.now();
      const previousUntil = new Date(now + OLD_SECRET_MS);
      const change = { secret, previousSecret, previousUntil, updatedAt: new Date(now) };
      const row = await db.transaction(async (tx) => {
        const row = await queries.updateWebhook(tx, orgId, id, change);
        if (!row) throw notFound(id);
        await audit.record(tx, caller, entryOf("webhook.rotated", row));
        return row;
      });
      return { webhook: toWebhook(row), secret };
    },

    async test(orgId, id) {
      const webhook = await find(orgId, id);
      const at = new Date(clock.now());
      const data = { webhookId: id };
      const body = JSON.stringify({ type: "webhook.test", timestamp: at.toISOString(), data });
      return sender.send(
        webhook.url,
        { id: `evt_test_${crypto.randomUUID()}`, at, body },
        secretsOf(webhook, at),
      );
    },

    async deliveries(orgId, id, page) {
      await find(orgId, id);
      const { rows, total } = await listDeliveries(db, orgId, id, page);
      return toPage(rows.map(toDelivery), total, page);
    },

    async replay(orgId, id, body) {
      const replay = readReplay(body);
      const webhook = await find(orgId, id);
      const count = await replayDeliveries(db, webhook, replay, new Date(clock.now()));
      if (count === 0 && "eventId" in replay)
        throw new QuarryError(
          "not_found",
          `There is no event ${JSON.stringify(body.eventId)} any more, or it is none that this webhook is sent.`,
        );
      wake();
      return count;
    },
  };
}

/** The kinds that are sent to a webhook. */
function typesOf(events: readonly EventType[] | null): readonly EventType[] {
  return events ?? EVENT_TYPES;
}

function readReplay({ eventId, since }: ReplayWebhookBody): Replay {
  const at = readInstant(since, "/since");
  if ((eventId === undefined) === (at === undefined))
    throw invalidField("", "must have either eventId or since");
  return at ? { since: at } : { eventId: Number(eventId) };
}

function entryOf(action: AuditAction, { id, url, isEnabled }: WebhookRow): NewAuditEntry {
  return { action, targetId: id, details: { url, isEnabled } };
}

function notFound(id: string): QuarryError {
  return new QuarryError("not_found", `There is no webhook ${JSON.stringify(id)}.`);
}
