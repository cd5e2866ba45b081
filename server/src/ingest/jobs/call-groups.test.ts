import { expect, test } from "bun:test";
import { createCallGroups } from "./call-groups.ts";

/** Creates groups of numbers, and records each group. */
function setUp(task: () => Promise<void>) {
  const groups: number[][] = [];
  const run = createCallGroups<number, number>(100, async (items) => {
    groups.push([...items]);
    await task();
    return items.map((item) => item * 2);
  });
  return { groups, run: (item: number) => run("key", item) };
}

test("a lone call runs immediately", async () => {
  const { groups, run } = setUp(async () => undefined);
  const first = run(1);
  expect(groups).toEqual([[1]]);
  expect(await first).toBe(2);
});

test("callers that call again as soon as they are answered share a group", async () => {
  const { groups, run } = setUp(() => Bun.sleep(1));
  const caller = async (number: number) => {
    for (let turn = 0; turn < 5; turn += 1) expect(await run(number)).toBe(2 * number);
  };
  await Promise.all([1, 2, 3, 4].map(caller));
  // The first caller is alone at first, so it is a turn ahead at the end.
  expect(groups[0]).toEqual([1]);
  expect(groups.slice(2, -1).every((group) => group.length === 4)).toBe(true);
});

test("a group does not wait for callers that stay away", async () => {
  const { groups, run } = setUp(() => Bun.sleep(1));
  await Promise.all([1, 2, 3].map(run));
  expect(await run(4)).toBe(8);
  expect(groups.flat().sort()).toEqual([1, 2, 3, 4]);
});

test("a failure rejects every call of its group, and the next group runs", async () => {
  let isBroken = true;
  const { run } = setUp(async () => {
    if (isBroken) throw new Error("broken");
  });
  await expect(run(1)).rejects.toThrow("broken");
  isBroken = false;
  expect(await run(2)).toBe(4);
});
