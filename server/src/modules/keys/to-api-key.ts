import type { ApiKey, ApiKeyEvent, AuditAction } from "@quarry/schema";
import type { NewAuditEntry } from "../../records/audit/audit-log.ts";
import type { NewEvent } from "../../records/events/event-rows.ts";
import type { ApiKeyRow } from "../../records/keys/key-rows.ts";

/** Converts a stored key to its API form, which does not contain the key itself. */
export function toApiKey(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    orgId: row.orgId,
    name: row.name,
    prefix: row.prefix,
    permissions: row.permissions,
    rateLimit: row.rateLimit,
    spaceIds: row.spaceIds,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}

/** Creates an event of a key. */
export function keyEvent(type: ApiKeyEvent["type"], row: ApiKeyRow): NewEvent {
  return { type, data: { apiKey: toApiKey(row) } };
}

/** Creates an audit entry of a key. */
export function keyEntry(action: AuditAction, { id, name, prefix, permissions }: ApiKeyRow): NewAuditEntry {
  return { action, targetId: id, details: { name, prefix, permissions } };
}
