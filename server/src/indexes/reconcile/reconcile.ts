import type { Indexer } from "../delivery/indexer.ts";
import type { IndexDifference } from "../records/index-differences.ts";

const BATCH = 50;

/**
 * Repairs differences as they are found, and returns their number.
 * @param onRepaired Receives the number of each batch.
 */
export async function repairDifferences(
  indexer: Indexer,
  differences: AsyncIterable<IndexDifference>,
  onRepaired: (count: number) => void = () => undefined,
): Promise<number> {
  let batch: IndexDifference[] = [];
  let repaired = 0;

  async function repair(): Promise<void> {
    const groups = Map.groupBy(batch, ({ orgId, index, problem }) => `${orgId} ${index} ${problem}`);
    for (const members of groups.values()) {
      const [{ orgId, index, problem }] = members as [IndexDifference, ...IndexDifference[]];
      const ids = (subject: IndexDifference["subject"]) =>
        members.filter((one) => one.subject === subject).map(({ id }) => id);
      const [documentIds, spaceIds] = [ids("document"), ids("description")];
      // Every refresh also brings the catalogue up to date.
      const how = { only: index === "catalogue" ? undefined : index, fromNothing: problem === "stale" };
      if (documentIds.length > 0) await indexer.refresh(orgId, documentIds, how);
      if (spaceIds.length > 0) await indexer.refreshDescriptions(orgId, spaceIds, how);
    }
    repaired += batch.length;
    onRepaired(batch.length);
    batch = [];
  }

  for await (const difference of differences) {
    batch.push(difference);
    if (batch.length >= BATCH) await repair();
  }
  if (batch.length > 0) await repair();
  return repaired;
}
