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
    for (let at = 0; at < 10; at += 1) await Promise.resolve();
  };
  /** Asks as callers on many connections do: the event loop looks at the next one when a question has run as far as it can. */
  const askMany = async (orgId: string, count: number, takesMs = 1) => {
    let answered = 0;
    for (let at = 0; at < count; at += 1) {
      void ask(orgId, takesMs).then((outcome) => {
        if (outcome === "answered") answered += 1;
      });
      await microtasks();
    }
    return answered;
  };
  return {
    ...{ admission, ask, askMany },
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

test("two hundred questions of one turn are answered, however long they take", async () => {
  const { askMany } = start();
  expect(await askMany("a", 64, 20)).toBe(64);
  expect(await askMany("a", 200)).toBe(136);
});

test("an organization that was refused has 4 ms in a turn until a second passes without a refusal", async () => {
  const { askMany, endTurn, pass } = start();
  expect(await askMany("a", 300)).toBe(200);
  // In this turn, the eight that wait have their turn.
  await endTurn();
  await endTurn();
  expect(await askMany("a", 20)).toBe(4);
  await endTurn();
  pass(900);
  expect(await askMany("a", 20)).toBe(4);
  await endTurn();
  pass(1001);
  expect(await askMany("a", 20)).toBe(20);
});

test("the flood of one organization leaves another alone", async () => {
  const { askMany } = start();
  expect(await askMany("a", 1000)).toBe(200);
  expect(await askMany("b", 100)).toBe(100);
});

test("questions that a caller in this process asks one after another are all answered", async () => {
  const admission = createAdmission();
  for (let at = 0; at < 1000; at += 1) expect(await admission.run("a", async () => at)).toBe(at);
});

test("a turn of the event loop ends the count", async () => {
  const { askMany, endTurn } = start();
  for (let turn = 0; turn < 5; turn += 1) {
    expect(await askMany("a", 190)).toBe(190);
    await endTurn();
  }
});

test("questions in progress are limited, and each that ends makes room", async () => {
  const { admission, ask, endTurn } = start();
  const ends: (() => void)[] = [];
  const inProgress = Array.from({ length: 200 }, () =>
    admission.run("a", () => new Promise<void>((end) => ends.push(end))),
  );
  expect(await ask("a")).toBe("refused");
  expect(await ask("b")).toBe("answered");
  // Overloaded now: eight may be in progress.
  await endTurn();
  for (const end of ends.splice(0, 193)) end();
  await Promise.all(inProgress.slice(0, 193));
  expect(await ask("a")).toBe("answered");
  for (const end of ends) end();
  await Promise.all(inProgress);
});

test("a question that fails makes room, too, and its error passes", async () => {
  const { admission, ask } = start();
  for (let at = 0; at < 199; at += 1)
    await expect(admission.run("a", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await ask("a")).toBe("answered");
});
