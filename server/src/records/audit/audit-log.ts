import type { Clock, NewId } from "@quarry/core";
import type { AuditAction } from "@quarry/schema";
import type { Actor } from "../../platform/access/caller.ts";
import type { Database } from "../../platform/database/database.ts";
import { insertAuditEntry } from "./queries.ts";

/** Something that was done. */
export interface NewAuditEntry {
  readonly action: AuditAction;
  /** What it was done to. */
  readonly targetId?: string;
  /** What a reader wants to know of it; no secrets. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Writes down who did what to an organization. */
export interface AuditLog {
  /** In the transaction of the change itself, where it has one. */
  record(
    tx: Database,
    by: { readonly orgId: string; readonly actor: Actor },
    entry: NewAuditEntry,
  ): Promise<void>;
}

/** The operator of the service, who acts by commands and settings. */
export const OPERATOR: Actor = { kind: "operator", id: "operator", name: "operator" };

/** Creates the audit log. */
export function createAuditLog({ newId, clock }: { newId: NewId; clock: Clock }): AuditLog {
  return {
    record: (tx, { orgId, actor: { kind, id, name } }, { action, targetId, details }) =>
      insertAuditEntry(tx, {
        id: newId("auditEntry"),
        orgId,
        actor: { kind, id, name },
        action,
        targetId: targetId ?? null,
        details: details ?? {},
        createdAt: new Date(clock.now()),
      }),
  };
}
