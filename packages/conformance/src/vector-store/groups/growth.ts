import { SCOPE } from "../session.ts";
import { testGroup } from "../test-group.ts";

/** Growth that is allowed for any engine. */
const SLACK_BYTES = 1024 * 1024;

/** Continuous edits do not grow a store. */
export const growthGroup = testGroup("growth", ({ test, skip, expect }) => {
  test("does not grow over thousands of edits", async (session) => {
    const { store, settings, record, held } = session;
    const cycles = settings.isFull ? 10_000 : 500;
    const metadata = { text: "as long as metadata often is ".repeat(10) };
    let ids: string[] = [];
    let early = 0;
    for (let generation = 1; generation <= cycles; generation += 1) {
      const documentId = `doc_${generation % 5}`;
      const chunks = Array.from({ length: 5 }, () => record({ documentId, generation, metadata }));
      // Replaces one chunk, adds new ones, and then deletes the old generation.
      const kept = { ...record(), id: `chk_kept_${documentId}`, documentId, generation };
      await store.upsert([...chunks, kept]);
      await store.delete({ orgId: SCOPE.orgId, documentId, beforeGeneration: generation });
      ids = [...ids, ...[...chunks, kept].map(({ id }) => id)].slice(-30);
      if (generation === cycles / 10) early = (await settings.diskBytes?.()) ?? 0;
    }
    expect(await held()).toEqual(ids.toSorted());
    const late = (await settings.diskBytes?.()) ?? 0;
    if (!settings.diskBytes) skip(`${session.title}, on disk`, "diskBytes is not given");
    expect(late).toBeLessThanOrEqual(early * 2 + SLACK_BYTES);
  });
});
