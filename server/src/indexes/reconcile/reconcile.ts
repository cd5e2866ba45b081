import type { Indexer } from "../delivery/indexer.ts";
import type { IndexDifference } from "../records/index-differences.ts";

const BATCH = 50;

/** Mends differences as they are found; answers how many there were. */
export async function mendDifferences(
  indexer: Indexer,
  differences: AsyncIterable<IndexDifference>,
  onProgress: (mended: number) => void = () => undefined,
): Promise<number> {
  let batch: IndexDifference[] = [];
  let mended = 0;

  async function mend(): Promise<void> {
    const alike = Map.groupBy(batch, ({ orgId, index, problem }) => `${orgId} ${index} ${problem}`);
    for (const members of alike.values()) {
      const [{ orgId, index, problem }] = members as [IndexDifference, ...IndexDifference[]];
      const ids = (subject: IndexDifference["subject"]) =>
        members.filter((one) => one.subject === subject).map(({ id }) => id);
      const [documentIds, spaceIds] = [ids("document"), ids("description")];
      const how = { only: index, fromNothing: problem === "stale" };
      if (documentIds.length > 0) await indexer.refresh(orgId, documentIds, how);
      if (spaceIds.length > 0) await indexer.refreshDescriptions(orgId, spaceIds, how);
    }
    mended += batch.length;
    batch = [];
    onProgress(mended);
  }

  for await (const difference of differences) {
    batch.push(difference);
    if (batch.length >= BATCH) await mend();
  }
  if (batch.length > 0) await mend();
  return mended;
}
