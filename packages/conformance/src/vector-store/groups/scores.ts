import type { VectorRecord, VectorScoring } from "@quarry/core";
import { cosine, SCORE_TOLERANCE } from "../exact-answer.ts";
import { MODEL, SCOPE, type Session } from "../session.ts";
import { testGroup } from "../test-group.ts";

/** The optional method `scores`; a store without it passes. */
export const scoreGroup = testGroup("scores", ({ test, skip, expect }) => {
  /** Asks for scores and returns what is wrong with the answer, where exactly `wanted` have scores. */
  async function faults(
    { store, title, random, settings }: Session,
    ids: readonly string[],
    wanted: readonly VectorRecord[],
    fields: Partial<VectorScoring> = {},
  ): Promise<string[]> {
    if (!store.scores) {
      skip(title, "the store has no scores()");
      return [];
    }
    const vector = random.vector(settings.dimensions);
    const scoring = { scope: SCOPE, model: MODEL, vector, ids: random.shuffled(ids), ...fields };
    const found = await store.scores(scoring);
    const missing = wanted.filter(({ id }) => !found.has(id)).map(({ id }) => `${id} has no score`);
    const wrong = [...found].flatMap(([id, score]) => {
      const record = wanted.find((each) => each.id === id);
      if (!record) return [`${id} must have no score`];
      const expected = cosine(record.vector, scoring.vector) ?? Number.NaN;
      // Negated so that NaN is an error.
      const isRight = Math.abs(score - expected) <= SCORE_TOLERANCE && Math.abs(score) <= 1;
      return isRight ? [] : [`${id} has score ${score} instead of ${expected}`];
    });
    return [...missing, ...wrong].slice(0, 10);
  }

  test("compares a vector with exactly the given chunks", async (session) => {
    const records = Array.from({ length: 700 }, () => session.record());
    await session.put(records);
    for (const wanted of [records.slice(0, 1), records.slice(100, 200), records])
      expect(
        await faults(
          session,
          wanted.map(({ id }) => id),
          wanted,
        ),
      ).toEqual([]);
    expect(await faults(session, [], [])).toEqual([]);
  });

  test("omits unknown chunks, zero vectors, and all outside of the scope or of another model", async (session) => {
    const { record, put, settings } = session;
    const kept = [record(), record({ spaceId: "spc_b" })];
    const others = [
      record({ orgId: "org_b" }),
      record({ spaceId: "spc_c" }),
      record({ model: "model-b" }),
      record({ vector: new Float32Array(settings.dimensions) }),
    ];
    await put([...kept, ...others]);
    const ids = [...kept, ...others].map(({ id }) => id);
    const scope = { ...SCOPE, spaceIds: ["spc_a", "spc_b"] };
    expect(await faults(session, [...ids, "chk_none"], kept, { scope })).toEqual([]);
    expect(await faults(session, ids, [], { scope: { ...scope, spaceIds: [] } })).toEqual([]);
    const documents = { ...scope, documentIds: kept.slice(0, 1).map(({ documentId }) => documentId) };
    expect(await faults(session, ids, kept.slice(0, 1), { scope: documents })).toEqual([]);
    expect(await faults(session, ids, [], { scope, vector: new Float32Array(settings.dimensions) })).toEqual(
      [],
    );
    expect(await faults(session, ids, [], { scope, model: "model-none" })).toEqual([]);
  });

  test("compares with the last written vector, and omits deleted chunks", async (session) => {
    const records = Array.from({ length: 40 }, () => session.record());
    await session.put(records);
    const changed = records.slice(0, 20).map((old) => ({ ...old, vector: session.record().vector }));
    await session.put(changed);
    for (const { documentId } of records.slice(30))
      await session.store.delete({ orgId: SCOPE.orgId, documentId });
    const ids = records.map(({ id }) => id);
    expect(await faults(session, ids, [...changed, ...records.slice(20, 30)])).toEqual([]);
  });
});
