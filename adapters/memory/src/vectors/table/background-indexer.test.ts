import { expect, test } from "bun:test";
import { createUsearchLoader, loadUsearch } from "../graph/usearch.ts";
import { createTestRandom } from "../test-random.fixture.ts";
import { createBackgroundIndexer } from "./background-indexer.ts";
import { createVectorTable } from "./vector-table.ts";

const KEY = { orgId: "o", spaceId: "s", model: "m" };

function tableOf(count: number) {
  const random = createTestRandom(1);
  const table = createVectorTable(KEY, 8);
  const row = (id: number, vector = random.vector(8)) => ({
    ...{ id: `c${id}`, documentId: "d", generation: 1, metadata: {}, vector },
  });
  for (let at = 0; at < count; at += 1) table.put(row(at));
  return { random, table, row };
}

test("5,000 changes leave an index with few removed vectors", async () => {
  const usearch = await loadUsearch();
  if (!usearch) return;
  const { random, table, row } = tableOf(300);
  for (let change = 0; change < 5000; change += 1) {
    const slot = random.below(table.slots);
    table.put(row(slot), slot);
    if (change % 50 === 0) while (table.graphs.isBehind(100)) table.graphs.work(usearch);
  }
  while (table.graphs.isBehind(100)) table.graphs.work(usearch);
  const { graph, pending } = table.graphs.current ?? {};
  expect(pending?.size).toBe(0);
  expect(graph && graph.nodes - graph.dead).toBe(300);
  expect(graph?.nodes).toBeLessThanOrEqual(300 / 0.8);
});

test("equal vectors share a node, which lives as long as one of them", async () => {
  const usearch = await loadUsearch();
  if (!usearch) return;
  const { table, row } = tableOf(50);
  const same = Float32Array.of(1, 2, 3, 4, 5, 6, 7, 8);
  const slots = Array.from({ length: 10 }, (_, at) => table.put(row(100 + at, same)));
  while (table.graphs.isBehind(10)) table.graphs.work(usearch);
  const graph = table.graphs.current?.graph;
  expect(graph?.nodes).toBe(51);
  while (slots.length > 1) {
    table.remove(slots.shift() as number);
    const { proposals } = graph?.nearest(same, 1) ?? { proposals: [] };
    expect(proposals.map(({ slot }) => slot).sort()).toEqual(slots.toSorted());
  }
  table.remove(slots[0] as number);
  expect([graph?.dead, graph?.nearest(same, 1).proposals]).toEqual([1, []]);
});

test("without usearch it warns once and blocks nothing", async () => {
  const warnings: string[] = [];
  const load = createUsearchLoader(
    () => Promise.reject(new Error("no binary")),
    (message) => warnings.push(message),
  );
  const indexer = createBackgroundIndexer(100, load);
  const { table } = tableOf(200);
  for (let round = 0; round < 3; round += 1) {
    indexer.wake(table);
    await indexer.settled();
  }
  expect(table.graphs.current).toBeUndefined();
  expect(warnings).toEqual([expect.stringContaining("no binary")]);
});
