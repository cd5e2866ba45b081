import { eq } from "drizzle-orm";
import { wholeScope } from "../../platform/access/tenant-scope.ts";
import type { Database } from "../../platform/database/database.ts";
import { organizations } from "../../platform/database/tables/organization-tables.ts";
import { holdRoomInSpace, spaceIsFull } from "../../records/documents/document-limit.ts";
import type { DocumentRow } from "../../records/documents/document-rows.ts";
import type { MemberPlan } from "./plan-members.ts";
import type { MemberFile } from "./received-members.ts";

/** A document to write, which may be an archive with files. */
interface Unpacked {
  readonly before: DocumentRow | undefined;
  readonly row: DocumentRow;
  readonly members?: readonly MemberFile[];
}

/** Refuses archives whose files do not fit into their space. */
export type RoomCheck = (plans: readonly MemberPlan[]) => void;

/**
 * Counts the room for the files of archives, and keeps it until the transaction ends. Call it before locking anything
 * else, to avoid deadlocks.
 * @returns A check, which throws QuarryError `forbidden`.
 */
export async function holdRoomForMembers(
  tx: Database,
  orgId: string,
  writes: readonly Unpacked[],
): Promise<RoomCheck> {
  const archives = writes.filter(({ members = [] }) => members.length > 0);
  if (archives.length === 0) return () => undefined;
  const [organization] = await tx
    .select({ tier: organizations.tier })
    .from(organizations)
    .where(eq(organizations.id, orgId));
  if (!organization) return () => undefined;
  const scope = wholeScope(orgId, organization.tier);
  const rooms = new Map<string, number>();
  for (const spaceId of [...new Set(archives.map(({ row }) => row.spaceId))].sort())
    rooms.set(spaceId, await holdRoomInSpace(tx, scope, spaceId));
  return (plans) => {
    for (const [spaceId, room] of rooms) {
      const fresh = writes.filter(({ before, row }) => !before && row.spaceId === spaceId).length;
      const growth = plans
        .filter(({ archive }) => archive.spaceId === spaceId)
        .reduce((sum, { added, gone }) => sum + added.length - gone.length, fresh);
      if (growth > 0 && growth > room) throw spaceIsFull(scope);
    }
  };
}
