import { QuarryError } from "@quarry/core";
import { testGroup } from "../test-group.ts";

/** Vectors of all lengths and norms. */
export const vectorGroup = testGroup("vectors", ({ test, expect }) => {
  test("normalizes vectors and queries", async ({ record, put, expectExact }) => {
    // The squares exceed the range of 32-bit floats.
    const lengths = [1e-25, 1e-12, 1e-3, 1, 7, 1e3, 1e12, 1e25];
    const records = Array.from({ length: 40 }, (_, at) => {
      const factor = lengths[at % lengths.length] as number;
      return record({ vector: record().vector.map((value) => value * factor) });
    });
    await put(records);
    for (const factor of lengths)
      await expectExact(records, { vector: record().vector.map((value) => value * factor), topK: 40 });
  });

  test("a zero vector matches nothing", async ({ settings, record, put, ids }) => {
    const vector = new Float32Array(settings.dimensions);
    const [zero, other] = [record({ vector }), record()];
    await put([zero, other]);
    expect(await ids()).toEqual([other.id]);
    expect(await ids({ vector })).toEqual([]);
    await put([{ ...other, vector }]);
    expect(await ids()).toEqual([]);
  });

  test("a query of another length finds nothing or is rejected", async ({
    settings,
    random,
    record,
    put,
    ids,
  }) => {
    await put(Array.from({ length: 10 }, () => record()));
    for (const dimensions of [1, settings.dimensions - 1, settings.dimensions + 1, settings.dimensions * 2]) {
      const answer = await ids({ vector: random.vector(dimensions) }).catch((error: unknown) => error);
      const isRefused = QuarryError.isInstance(answer) && answer.code === "invalid_request";
      expect(isRefused ? [] : answer).toEqual([]);
    }
    expect((await ids()).length).toEqual(10);
  });

  test("supports vectors from one dimension to the declared maximum", async ({
    store,
    random,
    record,
    put,
    expectExact,
  }) => {
    expect(store.capabilities.maxDimensions).toBeGreaterThanOrEqual(1);
    for (const dimensions of [1, Math.min(store.capabilities.maxDimensions, 100_000)]) {
      const model = `model-${dimensions}`;
      const records = Array.from({ length: 5 }, () => record({ model, vector: random.vector(dimensions) }));
      await put(records);
      await expectExact(records, { model, vector: random.vector(dimensions) });
    }
  });
});
