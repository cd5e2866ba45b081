import type { Indexer } from "../delivery/indexer.ts";
import type { IndexDifference } from "../records/index-differences.ts";

const BATCH = 50;

/** How to repair. */
export interface RepairOptions {
  /** Receives the number of each batch. */
  readonly onRepaired?: (count: number) => void;
  /** True for a difference that the other index has too: both are then repaired by one reading of the document. */
  readonly isOfBoth?: (difference: IndexDifference) => boolean;
}

/** Repairs differences as they are found, and returns their number. */
export async function repairDifferences(
  indexer: Indexer,
  differences: AsyncIterable<IndexDifference>,
  { onRepaired = () => undefined, isOfBoth = () => false }: RepairOptions = {},
): Promise<number> {
  let running: Promise<unknown> = Promise.resolve();
  let batch: IndexDifference[] = [];
  let repaired = 0;

  async function repair(batch: readonly IndexDifference[]): Promise<void> {
    const groups = Map.groupBy(batch, (one) => `${one.orgId} ${one.index} ${one.problem} ${isOfBoth(one)}`);
    for (const members of groups.values()) {
      const [first] = members as [IndexDifference, ...IndexDifference[]];
      const { orgId, index, problem } = first;
      const ids = (subject: IndexDifference["subject"]) =>
        members.filter((one) => one.subject === subject).map(({ id }) => id);
      const [documentIds, spaceIds] = [ids("document"), ids("description")];
      // Every refresh also brings the catalogue up to date.
      const only = index === "catalogue" || isOfBoth(first) ? undefined : index;
      const how = { only, fromNothing: problem === "stale" };
      if (documentIds.length > 0) await indexer.refresh(orgId, documentIds, how);
      if (spaceIds.length > 0) await indexer.refreshDescriptions(orgId, spaceIds, how);
    }
    repaired += batch.length;
    onRepaired(batch.length);
  }

  /** Starts a batch and waits for the one before: the database reads one while the other is analyzed. */
  async function start(): Promise<void> {
    const before = running;
    running = repair(batch);
    // The next call throws its error.
    running.catch(() => undefined);
    batch = [];
    await before;
  }

  try {
    for await (const difference of differences) {
      batch.push(difference);
      if (batch.length >= BATCH) await start();
    }
    if (batch.length > 0) await start();
    await running;
  } finally {
    await running.catch(() => undefined);
  }
  return repaired;
}
