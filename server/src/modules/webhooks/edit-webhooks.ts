import { type Clock, QuarryError } from "@quarry/core";
import type { NewId } from "@quarry/core/internal";
import {
  type AuditAction,
  type CreatedWebhook,
  type CreateWebhookBody,
  LIMITS,
  type UpdateWebhookBody,
  type Webhook,
} from "@quarry/schema";
import type { Caller } from "../../platform/access/caller.ts";
import type { Database } from "../../platform/database/database.ts";
import type { AuditLog, NewAuditEntry } from "../../records/audit/audit-log.ts";
import { readLogState } from "../../records/events/event-rows.ts";
import { readSpaces, requireEventPermissions } from "../events/service.ts";
import { newSecret } from "./signature.ts";
import { toWebhook } from "./to-webhook.ts";
import { requireUsableUrl, typesOf } from "./webhook-body.ts";
import {
  countWebhooks,
  deleteWebhook,
  insertWebhook,
  lockWebhook,
  requireWebhook,
  updateWebhook,
  type WebhookRow,
  webhookNotFound,
} from "./webhook-queries.ts";

/** Changes webhooks. A caller can subscribe a webhook only to events that it may read itself. */
export interface WebhookEditing {
  create(caller: Caller, body: CreateWebhookBody): Promise<CreatedWebhook>;
  update(caller: Caller, id: string, body: UpdateWebhookBody): Promise<Webhook>;
  delete(caller: Caller, id: string): Promise<void>;
  /** Gives the webhook a new secret. For a day, messages are signed with the old one too. */
  rotate(caller: Caller, id: string): Promise<CreatedWebhook>;
}

/** What changing webhooks needs. */
export interface EditingDeps {
  readonly db: Database;
  readonly newId: NewId;
  readonly clock: Clock;
  readonly allowPrivate: boolean;
  readonly audit: AuditLog;
  /** Wakes the dispatcher. */
  readonly wake: () => void;
}

const OLD_SECRET_MS = 86_400_000;

/** Creates the part of the webhook service that changes webhooks. */
export function createWebhookEditing(deps: EditingDeps): WebhookEditing {
  const { db, clock, allowPrivate, audit, wake } = deps;

  async function update(caller: Caller, id: string, body: UpdateWebhookBody): Promise<WebhookRow> {
    const { orgId } = caller;
    const before = await requireWebhook(db, orgId, id);
    // A changed URL sends all subscribed events elsewhere, so it requires the permissions for all of them.
    requireEventPermissions(caller, typesOf(body.events === undefined ? before.events : body.events));
    if (body.url !== undefined) await requireUsableUrl(body.url, allowPrivate);
    const spaceIds = body.spaceIds === undefined ? undefined : await spacesOf(db, caller, body.spaceIds);
    return db.transaction(async (tx) => {
      const current = await lockWebhook(tx, orgId, id);
      const isEnabledAgain = body.enabled === true && current?.isEnabled === false;
      const { lastId } = await readLogState(tx, orgId);
      const row = await updateWebhook(tx, orgId, id, {
        ...changeOf(body, spaceIds),
        ...(isEnabledAgain ? { failingSince: null, cursor: lastId } : {}),
        updatedAt: new Date(clock.now()),
      });
      if (!row) throw webhookNotFound(id);
      await audit.record(tx, caller, webhookEntry("webhook.updated", row));
      return row;
    });
  }

  return {
    async create(caller, body) {
      const row = await createRow(deps, caller, body);
      await db.transaction(async (tx) => {
        await insertWebhook(tx, row);
        await audit.record(tx, caller, webhookEntry("webhook.created", row));
      });
      wake();
      return { webhook: toWebhook(row), secret: row.secret };
    },

    async update(caller, id, body) {
      const row = await update(caller, id, body);
      wake();
      return toWebhook(row);
    },

    async delete(caller, id) {
      await db.transaction(async (tx) => {
        const row = await deleteWebhook(tx, caller.orgId, id);
        if (!row) throw webhookNotFound(id);
        await audit.record(tx, caller, webhookEntry("webhook.deleted", row));
      });
    },

    async rotate(caller, id) {
      const { orgId } = caller;
      const { events, secret: previousSecret } = await requireWebhook(db, orgId, id);
      requireEventPermissions(caller, typesOf(events));
      const secret = newSecret();
      const now = clock.now();
      const previousUntil = new Date(now + OLD_SECRET_MS);
      const change = { secret, previousSecret, previousUntil, updatedAt: new Date(now) };
      const row = await db.transaction(async (tx) => {
        const row = await updateWebhook(tx, orgId, id, change);
        if (!row) throw webhookNotFound(id);
        await audit.record(tx, caller, webhookEntry("webhook.rotated", row));
        return row;
      });
      return { webhook: toWebhook(row), secret };
    },
  };
}

/** Checks a new webhook and creates its row. It receives the events from now on. */
async function createRow(
  { db, newId, clock, allowPrivate }: EditingDeps,
  caller: Caller,
  { url, events = null, description = "", spaceIds }: CreateWebhookBody,
): Promise<WebhookRow> {
  const { orgId } = caller;
  requireEventPermissions(caller, typesOf(events));
  await requireUsableUrl(url, allowPrivate);
  if ((await countWebhooks(db, orgId)) >= LIMITS.webhooksMax)
    throw new QuarryError(
      "forbidden",
      `Your organization has reached the limit of ${LIMITS.webhooksMax} webhooks. Delete one first.`,
    );
  const now = new Date(clock.now());
  return {
    ...{ id: newId("webhook"), orgId, url, description },
    events: events && [...new Set(events)],
    spaceIds: await spacesOf(db, caller, spaceIds),
    ...{ isEnabled: true, disabledReason: null, failingSince: null },
    ...{ secret: newSecret(), previousSecret: null, previousUntil: null },
    cursor: (await readLogState(db, orgId)).lastId,
    ...{ createdAt: now, updatedAt: now },
  };
}

function changeOf(
  { url, events, description, enabled }: UpdateWebhookBody,
  spaceIds: string[] | null | undefined,
): Partial<WebhookRow> {
  return {
    ...(url === undefined ? {} : { url }),
    ...(events === undefined ? {} : { events: events && [...new Set(events)] }),
    ...(description === undefined ? {} : { description }),
    ...(spaceIds === undefined ? {} : { spaceIds }),
    ...(enabled === undefined ? {} : { isEnabled: enabled, disabledReason: null }),
  };
}

async function spacesOf(
  db: Database,
  caller: Caller,
  names: readonly string[] | null | undefined,
): Promise<string[] | null> {
  return names ? [...new Set(await readSpaces(db, caller, names))] : null;
}

function webhookEntry(action: AuditAction, { id, url, isEnabled }: WebhookRow): NewAuditEntry {
  return { action, targetId: id, details: { url, isEnabled } };
}
