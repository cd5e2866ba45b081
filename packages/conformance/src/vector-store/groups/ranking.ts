import { SCOPE } from "../session.ts";
import { testGroup } from "../test-group.ts";

/** Order, scores and number of hits. */
export const rankingGroup = testGroup("ranking", ({ test, expect }) => {
  test("orders hits by cosine and returns it as the score", async ({ record, put, expectExact }) => {
    const records = Array.from({ length: 60 }, () => record());
    await put(records);
    for (const topK of [1, 2, 10, 59, 60, 61, 1000])
      for (let round = 0; round < 3; round += 1) await expectExact(records, { topK });
  });

  test("scores the same direction 1, a right angle 0, and the opposite direction -1", async ({
    settings,
    record,
    put,
    query,
  }) => {
    const unit = (at: number, value: number) =>
      Float32Array.from({ length: settings.dimensions }, (_, index) => (index === at ? value : 0));
    const [same, across, opposite] = [unit(0, 1), unit(1, 1), unit(0, -1)].map((vector) =>
      record({ vector }),
    );
    const slanted = record({ vector: unit(0, 1).map((value, index) => (index === 1 ? 1 : value)) });
    await put([opposite, across, slanted, same].filter((each) => each !== undefined));
    const hits = await query({ vector: unit(0, 1) });
    expect(hits.map(({ id }) => id)).toEqual([same?.id, slanted.id, across?.id, opposite?.id]);
    for (const [at, score] of [1, Math.SQRT1_2, 0, -1].entries())
      expect(Math.abs((hits[at]?.score ?? Number.NaN) - score)).toBeLessThanOrEqual(1e-4);
  });

  test("never scores above 1 or below -1", async ({ record, put, expectExact }) => {
    const records = Array.from({ length: 200 }, () => record());
    await put(records);
    for (const { vector } of records) {
      await expectExact(records, { vector: vector.map((value) => value * 3) });
      await expectExact(records, { vector: vector.map((value) => value * -0.7), topK: 200 });
    }
  });

  test("orders ties by ascending id, by code unit", async ({ random, record, put, ids }) => {
    const names = ["1", "10", "2", "9", "Z", "_", "a", "a1", "aZ", "a_", "b", "z"].map((end) => `chk_${end}`);
    const { vector } = record();
    const ties = names.map((id) => record({ id, vector }));
    await put([...random.shuffled(ties), record({ vector: vector.map((value) => -value) })]);
    for (const topK of [1, 5, 12]) expect(await ids({ vector, topK })).toEqual(names.slice(0, topK));
    // Hits with other scores do not affect the order.
    const other = record({ vector: vector.map((value, at) => (at === 0 ? value + 0.1 : value)) });
    await put([other]);
    expect((await ids({ vector, topK: 12 })).join()).toEqual(names.join());
  });

  test("orders ties by ascending id across spaces", async ({ record, put, ids }) => {
    const { vector } = record();
    const ties = Array.from({ length: 30 }, (_, at) => record({ vector, spaceId: `spc_${at % 3}` }));
    await put(ties.toReversed());
    const scope = { ...SCOPE, spaceIds: ["spc_2", "spc_0", "spc_1"] };
    expect(await ids({ scope, vector, topK: 20 })).toEqual(ties.slice(0, 20).map(({ id }) => id));
  });

  test("returns the same hits for the same query", async ({ record, put, query }) => {
    await put(Array.from({ length: 60 }, () => record()));
    const { vector } = record();
    const first = await query({ vector });
    for (let round = 0; round < 3; round += 1) expect(await query({ vector })).toEqual(first);
  });
});
