import { type Clock, QuarryError } from "@quarry/core";
import type { NewId } from "@quarry/core/internal";
import {
  type BulkBody,
  type BulkOperation,
  type BulkStartResponse,
  LIMITS,
  type PageOf,
} from "@quarry/schema";
import { type Caller, requirePermission } from "../../platform/access/caller.ts";
import type { TenantScope } from "../../platform/access/tenant-scope.ts";
import type { Database } from "../../platform/database/database.ts";
import { withStatementDeadline } from "../../platform/database/statement-limits.ts";
import { type PageRequest, toPage } from "../../platform/paging.ts";
import type { AuditLog } from "../../records/audit/audit-log.ts";
import { isSelected, type MetadataCondition } from "../../records/documents/document-filter.ts";
import { readSelected } from "../../records/documents/selected-documents.ts";
import { requireActiveSpace } from "../../records/spaces/active-space.ts";
import type { SpaceRow } from "../../records/spaces/space-rows.ts";
import * as queries from "./bulk-rows.ts";
import { PERMISSION_OF, readBulk, type WantedDocuments } from "./read-bulk.ts";
import { createStartSlots } from "./start-slots.ts";
import { toBulkOperation } from "./to-bulk-operation.ts";

/** Bulk operations: one action on many documents of a space, done in the background. */
export interface BulkService {
  /** Fixes the documents and starts the operation; with `dryRun` it only counts them. */
  start(caller: Caller, body: BulkBody): Promise<BulkStartResponse>;
  get(scope: TenantScope, id: string): Promise<BulkOperation>;
  /** @param space Id or slug; undefined for all spaces of the scope. */
  list(scope: TenantScope, space: string | undefined, page: PageRequest): Promise<PageOf<BulkOperation>>;
  /** Leaves the rest of the documents unchanged. A finished operation stays as it is. */
  cancel(caller: Caller, id: string): Promise<BulkOperation>;
}

/** Of this process. */
const STARTS_AT_ONCE = 2;
/** Of each statement that starts an operation. */
const START_DEADLINE = {
  withinMs: 60_000,
  message: "The documents were not found within 60 seconds. Narrow the filter, or try again later.",
};

/** Creates the service. `wake` makes the runner look for operations. */
export function createBulkService(deps: {
  readonly db: Database;
  readonly newId: NewId;
  readonly clock: Clock;
  readonly audit: AuditLog;
  readonly toCondition: MetadataCondition;
  readonly wake: () => void;
}): BulkService {
  const { db, newId, clock, audit, toCondition, wake } = deps;
  const inSlot = createStartSlots(STARTS_AT_ONCE);

  async function count({ orgId, id }: SpaceRow, wanted: WantedDocuments): Promise<number> {
    if ("ids" in wanted) return (await queries.findKnownIds(db, orgId, id, wanted.ids)).size;
    const selected = isSelected(wanted.selection, toCondition);
    return readSelected(db, wanted.selection, (limited) =>
      queries.countSelected(limited, orgId, id, selected),
    );
  }

  function newRow({ orgId, id: spaceId }: SpaceRow, body: BulkBody, turn: number): queries.BulkRow {
    const now = new Date(clock.now());
    return {
      ...{ id: newId("bulkOperation"), orgId, spaceId, turn, action: body.action },
      ...{ filter: body.where ?? null, metadata: body.metadata ?? null, state: "waiting" as const },
      ...{ total: 0, done: 0, failed: 0, failures: [], attempts: 0, runAt: now, leaseToken: null },
      ...{ createdAt: now, startedAt: null, finishedAt: null },
    };
  }

  async function insert(caller: Caller, space: SpaceRow, body: BulkBody, wanted: WantedDocuments) {
    return withStatementDeadline(db, START_DEADLINE, async (tx) => {
      const { orgId } = caller;
      const { action, where, expected = Number.POSITIVE_INFINITY } = body;
      const turns = await queries.holdTurns(tx, orgId, space.id);
      if (!turns) throw anotherStarts();
      if (turns.open >= LIMITS.bulkWaitingMax) throw tooManyWaiting();
      const open = await queries.countOpenDocuments(tx, orgId);
      const row = newRow(space, body, turns.next);
      await queries.insertOperation(tx, row);
      const { found, unknown } = await fix(tx, row, wanted, toCondition);
      if (found > LIMITS.bulkDocumentsMax) throw tooManyDocuments();
      if (found > expected) throw moreThanExpected(found, expected);
      if (open + found > LIMITS.bulkOpenDocumentsMax) throw tooManyOpen();
      const change: Partial<queries.BulkRow> = {
        total: found + unknown.length,
        failed: unknown.length,
        failures: unknown.slice(0, LIMITS.bulkFailuresShown).map(queries.missingDocument),
        ...(found > 0
          ? {}
          : { state: "completed" as const, startedAt: row.createdAt, finishedAt: row.createdAt }),
      };
      await queries.completeInsertion(tx, row, change);
      const details = {
        name: space.name,
        slug: space.slug,
        action,
        documents: found,
        ...(where ? { where } : {}),
      };
      await audit.record(tx, caller, { action: "bulk.started", targetId: row.id, details });
      return { count: found, operation: toBulkOperation({ ...row, ...change }) };
    });
  }

  async function find(scope: TenantScope, id: string): Promise<queries.BulkRow> {
    const row = await queries.findOperation(db, scope, id);
    if (!row) throw new QuarryError("not_found", `There is no bulk operation ${JSON.stringify(id)}.`);
    return row;
  }

  return {
    async start(caller, body) {
      requirePermission(caller, PERMISSION_OF[body.action]);
      const wanted = readBulk(body);
      const space = await requireActiveSpace(db, caller, body.spaceId);
      if (body.dryRun) return { count: await count(space, wanted), operation: null };
      const started = await inSlot(() => insert(caller, space, body, wanted));
      wake();
      return started;
    },

    get: async (scope, id) => toBulkOperation(await find(scope, id)),

    async list(scope, space, page) {
      const spaceId = space === undefined ? undefined : (await requireActiveSpace(db, scope, space)).id;
      const { rows, total } = await queries.listOperations(db, scope, spaceId, page);
      return toPage(rows.map(toBulkOperation), total, page);
    },

    async cancel(caller, id) {
      const { orgId } = caller;
      const before = await find(caller, id);
      requirePermission(caller, PERMISSION_OF[before.action]);
      const cancelled = await db.transaction(async (tx) => {
        const row = await queries.cancelOperation(tx, orgId, id, new Date(clock.now()));
        if (row)
          await audit.record(tx, caller, {
            action: "bulk.cancelled",
            targetId: id,
            details: { action: row.action, done: row.done, total: row.total },
          });
        return row;
      });
      // The next operation of the space may run now.
      if (cancelled) wake();
      return toBulkOperation(cancelled ?? (await find(caller, id)));
    },
  };
}

/** Fixes the documents of an operation. Returns how many there are, and the ids that the space does not have. */
async function fix(
  tx: Database,
  row: queries.BulkRow,
  wanted: WantedDocuments,
  toCondition: MetadataCondition,
): Promise<{ found: number; unknown: string[] }> {
  const { orgId, spaceId } = row;
  const limit = LIMITS.bulkDocumentsMax + 1;
  if (!("ids" in wanted)) {
    const selected = isSelected(wanted.selection, toCondition);
    return { found: await queries.fixDocuments(tx, row, selected, limit), unknown: [] };
  }
  const known = await queries.findKnownIds(tx, orgId, spaceId, wanted.ids);
  const found = await queries.fixDocuments(tx, row, queries.hasId([...known]), limit);
  return { found, unknown: wanted.ids.filter((id) => !known.has(id)) };
}

function anotherStarts(): QuarryError {
  const message = "Another bulk operation of this space is being started. Try again soon.";
  return new QuarryError("unavailable", message, { retryAfterMs: 1000 });
}

function moreThanExpected(found: number, expected: number): QuarryError {
  return new QuarryError(
    "conflict",
    `${found} documents are found now, more than the ${expected} that are expected. Count them again.`,
  );
}

function tooManyOpen(): QuarryError {
  const limit = LIMITS.bulkOpenDocumentsMax.toLocaleString("en");
  return new QuarryError(
    "conflict",
    `The unfinished bulk operations of your organization would have more than ${limit} documents to change. Wait for one of them, or cancel one.`,
  );
}

function tooManyWaiting(): QuarryError {
  return new QuarryError(
    "conflict",
    `${LIMITS.bulkWaitingMax} bulk operations of this space are unfinished. Wait for one of them, or cancel one.`,
  );
}

function tooManyDocuments(): QuarryError {
  return new QuarryError(
    "invalid_request",
    `The filter finds more than ${LIMITS.bulkDocumentsMax.toLocaleString("en")} documents. Narrow it.`,
  );
}
