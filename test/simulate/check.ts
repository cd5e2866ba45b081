import { settleModel, wrongResults } from "../faults/verify.ts";
import { until } from "../support/until.ts";
import { type Ledger, noteCertain } from "./ledger.ts";
import type { World } from "./world.ts";

const SETTLE_MS = 60_000;

/** Compares a space with its ledger after the faults, and returns the differences. The ledger is certain afterwards. */
export async function wrongSpace({ connect }: World, ledger: Ledger): Promise<string[]> {
  const quarry = connect();
  const { spaceId } = ledger;
  const wrong: string[] = [];
  const { space } = await quarry.spaces.get(spaceId);
  if (ledger.isArchived !== undefined && space.isArchived !== ledger.isArchived)
    wrong.push(`the space is ${space.isArchived ? "" : "not "}archived`);
  if (space.isArchived) await quarry.spaces.restore(spaceId);
  ledger.isArchived = false;

  const before = new Map(ledger.documents);
  const settled = await settleModel(quarry, spaceId, ledger.documents, SETTLE_MS);
  for (const { filename, now } of settled) {
    ledger.documents.set(filename, before.get(filename) ?? []);
    noteCertain(ledger, filename, now);
  }
  ledger.processing.clear();
  const documents = await Array.fromAsync(quarry.documents.list({ spaceId, pageSize: 100 }));
  const expected = settled.filter(({ now }) => now !== "absent").map(({ filename }) => filename);
  const found = documents.map(({ filename }) => filename);
  if (String(found.sort()) !== String(expected.sort()))
    wrong.push(`the space has ${found.join()} instead of ${expected.join()}`);

  wrong.push(...(await wrongResults(quarry, spaceId, settled, "lexical")));
  for (const mode of ["vector", "hybrid"] as const) {
    // The provider is asked again, and vectors are delivered, a little after an outage.
    let missing: string[] = [];
    await until(
      "vectors",
      async () => {
        missing = await wrongResults(quarry, spaceId, settled, mode).catch((error) => [String(error)]);
        return missing.length === 0 || undefined;
      },
      SETTLE_MS,
    ).catch(() => wrong.push(...missing));
  }
  for (const word of ledger.gone) {
    const { results } = await quarry.query({ query: word, spaceIds: spaceId, mode: "lexical" });
    if (results.some(({ chunk }) => chunk.content.includes(word)))
      wrong.push(`${word} is gone and was found`);
  }
  ledger.gone.clear();
  return [...wrong, ...(await wrongKeys(quarry, ledger))];
}

async function wrongKeys({ apiKeys }: ReturnType<World["connect"]>, { keys }: Ledger): Promise<string[]> {
  const present = new Set((await Array.fromAsync(apiKeys.list({ pageSize: 100 }))).map(({ id }) => id));
  const wrong: string[] = [];
  for (const key of keys) {
    const isThere = present.has(key.id);
    if (key.state !== "unknown" && isThere !== (key.state === "valid"))
      wrong.push(`the ${key.state} key ${key.id} is ${isThere ? "" : "not "}there`);
    if (isThere) await apiKeys.delete({ id: key.id });
  }
  keys.length = 0;
  return wrong;
}
