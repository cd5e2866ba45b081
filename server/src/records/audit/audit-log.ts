import type { Clock } from "@quarry/core";
import type { NewId } from "@quarry/core/internal";
import type { AuditAction } from "@quarry/schema";
import type { Actor } from "../../platform/access/caller.ts";
import type { Database } from "../../platform/database/database.ts";
import { insertAuditEntry } from "./audit-rows.ts";

/** An action to record. */
export interface NewAuditEntry {
  readonly action: AuditAction;
  /** Id of the object that was changed. */
  readonly targetId?: string;
  /** Further facts for the reader. Never contains secrets. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Records who did what in an organization. */
export interface AuditLog {
  /** Call it in the transaction of the change, if there is one. */
  record(
    tx: Database,
    by: { readonly orgId: string; readonly actor: Actor },
    entry: NewAuditEntry,
  ): Promise<void>;
}

/** The operator of the service, who acts through commands and settings. */
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
