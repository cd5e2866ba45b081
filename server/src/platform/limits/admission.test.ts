import { expect, test } from "bun:test";
import { QuarryError } from "@quarry/core";
import { createAdmission } from "./admission.ts";

function start() {
  let now = 0;
  let turns: (() => void)[] = [];
  const admission = createAdmission({ nowMs: () => now, nextTurn: (task) => void turns.push(task) });
  /** Asks a question that takes some milliseconds; returns "refused" or "answered". */
  const ask = (orgId: string, takesMs = 1) =>
    admission
      .run(orgId, async () => {
        now += takesMs;
        return "answered";
      })
      .catch((error: unknown) => {
        if (!QuarryError.isInstance(error) || error.code !== "unavailable") throw error;
        expect(error.retryAfterMs).toBe(1000);
        return "refused";
      });
  const microtasks = async () => {
    for (let at = 0; at < 50; at += 1) await Promise.resolve();
  };
  const answers = new Map<string, number>();
  /** Asks as callers on many connections do: the event loop looks at the next one when a question has run as far as it can. */
  const askMany = async (orgId: string, count: number, takesMs = 1) => {
    for (let at = 0; at < count; at += 1) {
      void ask(orgId, takesMs).then((outcome) => {
        if (outcome === "answered") answers.set(orgId, (answers.get(orgId) ?? 0) + 1);
      });
      await microtasks();
    }
  };
  return {
    ...{ admission, ask, askMany },
    answered: (orgId: string) => answers.get(orgId) ?? 0,
    async endTurn() {
      const ended = turns;
      turns = [];
      for (const end of ended) end();
      await microtasks();
    },
    pass: (ms: number) => {
      now += ms;
    },
  };
}

test("sixteen questions start in a turn; two hundred are answered in their order, however long they take", async () => {
  const { askMany, endTurn, answered } = start();
  await askMany("a", 200, 20);
  for (let turn = 1; turn <= 13; turn += 1) {
    expect(answered("a")).toBe(Math.min(16 * turn, 200));
    await endTurn();
  }
});

test("new questions wait behind the ones that wait already", async () => {
  const { admission, endTurn } = start();
  const order: number[] = [];
  const asked = Array.from({ length: 40 }, (_, at) => admission.run("a", async () => order.push(at)));
  await endTurn();
  asked.push(admission.run("a", async () => order.push(40)));
  await endTurn();
  await endTurn();
  await Promise.all(asked);
  expect(order).toEqual(Array.from({ length: 41 }, (_, at) => at));
});

test("an organization that was refused has 4 ms in a turn until a second passes without a refusal", async () => {
  const { askMany, endTurn, pass, answered } = start();
  await askMany("a", 300);
  // The first sixteen are answered at once, and two hundred wait for their turns.
  for (let turn = 1; turn <= 14; turn += 1) await endTurn();
  expect(answered("a")).toBe(216);
  await askMany("a", 20);
  expect(answered("a")).toBe(220);
  await endTurn();
  pass(900);
  await askMany("a", 20);
  expect(answered("a")).toBe(224);
  await endTurn();
  pass(1001);
  await askMany("a", 16);
  expect(answered("a")).toBe(240);
});

test("the flood of one organization delays another by sixteen questions", async () => {
  const { askMany, answered, endTurn } = start();
  await askMany("a", 1000);
  await askMany("b", 10);
  expect([answered("a"), answered("b")]).toEqual([16, 10]);
  await endTurn();
  await askMany("b", 10);
  expect([answered("a"), answered("b")]).toEqual([32, 20]);
});

test("questions that a caller in this process asks one after another are all answered", async () => {
  const admission = createAdmission();
  for (let at = 0; at < 1000; at += 1) expect(await admission.run("a", async () => at)).toBe(at);
});

test("questions in progress are limited, and each that ends makes room", async () => {
  const { admission, ask, endTurn } = start();
  const ends: (() => void)[] = [];
  const inProgress = Array.from({ length: 200 }, () =>
    admission.run("a", () => new Promise<void>((end) => ends.push(end))),
  );
  for (let turn = 1; turn <= 13; turn += 1) await endTurn();
  expect(ends).toHaveLength(200);
  expect(await ask("a")).toBe("refused");
  expect(await ask("b")).toBe("answered");
  // Overloaded now: eight may be in progress.
  for (const end of ends.splice(0, 193)) end();
  await Promise.all(inProgress.slice(0, 193));
  expect(await ask("a")).toBe("answered");
  for (const end of ends) end();
  await Promise.all(inProgress);
});

test("a question that fails makes room, too, and its error passes", async () => {
  const admission = createAdmission();
  for (let at = 0; at < 300; at += 1)
    await expect(admission.run("a", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await admission.run("a", async () => "answered")).toBe("answered");
});
