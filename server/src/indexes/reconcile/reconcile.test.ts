import { expect, test } from "bun:test";
import type { Indexer } from "../delivery/indexer.ts";
import type { IndexDifference } from "../records/index-differences.ts";
import { repairDifferences } from "./reconcile.ts";

const missing = (id: string): IndexDifference => ({
  ...{ orgId: "org_1", index: "lexical", subject: "document", id, problem: "missing", evidence: "" },
});

async function* differences(count: number): AsyncGenerator<IndexDifference> {
  for (let at = 0; at < count; at += 1) yield missing(`doc_${at}`);
}

function indexerWith(refresh: Indexer["refresh"]): Indexer {
  return { refresh } as Indexer;
}

test("repairs every difference, two batches at a time", async () => {
  let [running, most] = [0, 0];
  const repaired: string[] = [];
  const indexer = indexerWith(async (_orgId, ids) => {
    running += 1;
    most = Math.max(most, running);
    await Bun.sleep(2);
    repaired.push(...ids);
    running -= 1;
  });
  expect(await repairDifferences(indexer, differences(330))).toBe(330);
  expect(new Set(repaired).size).toBe(330);
  expect(most).toBe(2);
});

test.each([0, 1, 5, 6])("fails with the error of batch %d, when nothing runs any more", async (failing) => {
  let [call, running] = [0, 0];
  const indexer = indexerWith(async () => {
    const number = call;
    call += 1;
    running += 1;
    await Bun.sleep(number === failing ? 1 : 8);
    running -= 1;
    if (number === failing) throw new Error(`batch ${number}`);
  });
  const outcome = await repairDifferences(indexer, differences(330)).catch(String);
  expect([outcome, running]).toEqual([`Error: batch ${failing}`, 0]);
});

test("reads a document once for both indexes where both miss it", async () => {
  const calls: unknown[] = [];
  const indexer = indexerWith(async (_orgId, ids, how) => void calls.push([[...ids], how?.only]));
  await repairDifferences(indexer, differences(3), { isOfBoth: ({ id }) => id !== "doc_1" });
  expect(calls).toEqual([
    [["doc_0", "doc_2"], undefined],
    [["doc_1"], "lexical"],
  ]);
});
