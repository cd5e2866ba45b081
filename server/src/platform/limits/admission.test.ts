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

test("questions run for four milliseconds in a turn; a hundred are answered in their order, however long they take", async () => {
  const { askMany, endTurn, answered } = start();
  await askMany("a", 100, 2);
  for (let turn = 1; turn <= 50; turn += 1) {
    expect(answered("a")).toBe(2 * turn);
    await endTurn();
  }
});

test("of questions whose time is not known, sixteen start at once and one in each further turn", async () => {
  const { askMany, endTurn, answered } = start();
  await askMany("a", 20, 0);
  expect(answered("a")).toBe(16);
  await endTurn();
  expect(answered("a")).toBe(20);
});

test("new questions wait behind the ones that wait already", async () => {
  const { admission, endTurn } = start();
  const order: number[] = [];
  const asked = Array.from({ length: 40 }, (_, at) => admission.run("a", async () => order.push(at)));
  await endTurn();
  asked.push(admission.run("a", async () => order.push(40)));
  for (let turn = 1; turn <= 3; turn += 1) await endTurn();
  await Promise.all(asked);
  expect(order).toEqual(Array.from({ length: 41 }, (_, at) => at));
});

test("after a refusal no question is answered that waited for 10 ms, and none waits, until a second passes without a refusal", async () => {
  const { admission, ask, askMany, endTurn, pass, answered } = start();
  const outcomes = Array.from({ length: 100 }, () => ask("a", 0));
  expect(await ask("a")).toBe("refused");
  pass(10);
  await endTurn();
  await ask("b", 1);
  await endTurn();
  await endTurn();
  // Sixteen started at once, sixteen after 10 ms, and of the others, which had waited longer, the last eight.
  const answeredAt = (await Promise.all(outcomes)).flatMap((outcome, at) =>
    outcome === "answered" ? at : [],
  );
  expect(answeredAt).toEqual([...Array(32).keys(), ...Array.from({ length: 8 }, (_, at) => 92 + at)]);
  await endTurn();
  await askMany("a", 20);
  expect(answered("a")).toBe(1);
  expect(() => admission.requireRoom("a")).toThrow("asks more than this server can answer");
  expect(() => admission.requireRoom("b")).not.toThrow();
  await endTurn();
  pass(900);
  await askMany("a", 20);
  expect(answered("a")).toBe(2);
  await endTurn();
  pass(1001);
  expect(() => admission.requireRoom("a")).not.toThrow();
  await askMany("a", 16);
  for (let turn = 1; turn <= 3; turn += 1) await endTurn();
  expect(answered("a")).toBe(18);
});

test("organizations share a turn: the flood of one delays another by its part", async () => {
  const { askMany, answered, endTurn } = start();
  await askMany("a", 100);
  await askMany("b", 10);
  expect([answered("a"), answered("b")]).toEqual([4, 2]);
  await endTurn();
  // Questions that run beside each other count each other's time.
  expect([answered("a"), answered("b")]).toEqual([5, 4]);
});

test("the door lets eight questions of an overloaded organization in a turn, whether or not their bodies arrive", async () => {
  const { admission, ask, endTurn, pass } = start();
  const outcomes = Array.from({ length: 101 }, () => ask("a"));
  pass(11);
  for (let turn = 1; turn <= 12; turn += 1) await endTurn();
  await Promise.all(outcomes);
  for (const _ of [1, 2]) {
    await endTurn();
    for (let question = 1; question <= 8; question += 1) admission.requireRoom("a");
    expect(() => admission.requireRoom("a")).toThrow("asks more than this server can answer");
  }
});

test("questions that a caller in this process asks one after another are all answered", async () => {
  const admission = createAdmission();
  for (let at = 0; at < 1000; at += 1) expect(await admission.run("a", async () => at)).toBe(at);
});

test("questions in progress are limited, and each that ends makes room", async () => {
  const { admission, ask, endTurn } = start();
  const ends: (() => void)[] = [];
  const inProgress = Array.from({ length: 100 }, () =>
    admission.run("a", () => new Promise<void>((end) => ends.push(end))),
  );
  for (let turn = 1; turn <= 84; turn += 1) await endTurn();
  expect(ends).toHaveLength(100);
  expect(admission.counts()).toEqual({ running: 100, waiting: 0, refused: 0 });
  expect(await ask("a")).toBe("refused");
  expect(admission.counts()).toEqual({ running: 100, waiting: 0, refused: 1 });
  expect(await ask("b")).toBe("answered");
  // Overloaded now: eight may be in progress.
  for (const end of ends.splice(0, 93)) end();
  await Promise.all(inProgress.slice(0, 93));
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

test("a question whose caller left while it waited never starts, and the next one does", async () => {
  const { admission, askMany, endTurn } = start();
  await askMany("a", 4);
  const started: string[] = [];
  let isThere = true;
  const [left, stayed] = ["left", "stayed"].map((name) =>
    admission.run("a", async () => started.push(name), name === "left" ? () => !isThere : undefined),
  );
  isThere = false;
  await Promise.all([
    endTurn(),
    expect(left).rejects.toThrow("connection closed"),
    expect(stayed).resolves.toBe(1),
  ]);
  expect(started).toEqual(["stayed"]);
});
