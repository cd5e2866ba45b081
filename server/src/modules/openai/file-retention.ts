import type { BlobStore, Clock } from "@quarry/core";
import { TIER_LIMITS, TIERS } from "@quarry/schema";
import {
  createPeriodicTask,
  type PeriodicTask,
  type PeriodicTaskDeps,
} from "../../platform/background/periodic-task.ts";
import type { Database } from "../../platform/database/database.ts";
import { deleteFile, listOldFiles } from "./file-rows.ts";

const DAY_MS = 86_400_000;
const INTERVAL_MS = 3_600_000;
const PAGE = 200;

/**
 * Creates the hourly task that deletes files of OpenAI's API as old as their organization's tier keeps documents. The
 * documents that were made from them have their own time.
 */
export function createFileRetention(
  deps: PeriodicTaskDeps & { readonly db: Database; readonly clock: Clock; readonly blobs: BlobStore },
): PeriodicTask {
  const { db, clock, blobs } = deps;

  async function work(signal: AbortSignal): Promise<void> {
    for (const tier of TIERS) {
      const { retentionDays } = TIER_LIMITS[tier];
      if (retentionDays === null) continue;
      const before = new Date(clock.now() - retentionDays * DAY_MS);
      for (let left = PAGE; left === PAGE && !signal.aborted; ) {
        const old = await listOldFiles(db, tier, before, PAGE);
        left = old.length;
        for (const { orgId, id, blobKey } of old)
          if (await deleteFile(db, orgId, id)) await blobs.delete(blobKey);
      }
    }
  }

  return createPeriodicTask(deps, { name: "file retention", intervalMs: INTERVAL_MS, work });
}
