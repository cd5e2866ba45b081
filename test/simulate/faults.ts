import { hashedVector } from "../support/embedding-provider.ts";
import type { World } from "./world.ts";

/** A fault that happens during an episode. */
export interface Fault {
  readonly name: string;
  /** Called before each call of a client, with the number of calls so far. */
  onCall?(calls: number): void;
  /** Ends the fault, before the service must recover. */
  end(): Promise<void>;
}

/** Makes a fault, with its place; undefined where the world has nothing that it concerns. */
export type MakeFault = (world: World, random: () => number) => Fault | undefined;

const upTo = (random: () => number, limit: number): number => 1 + Math.floor(random() * limit);
const MAX_CALL = 60;
const MAX_TEXT = 20;
const MAX_STATEMENT = 400;
const MAX_FROZEN_MS = 3000;
const SLOW_MS = 300;
const MAX_PASSES = 8;
/** An episode passes some hundreds of failpoints. */
const MAX_PASSES_OF_ANY = 400;
const MAX_JUMP_MS = 3_600_000;
const CRASHES = ["before", "during", "after"] as const;

/** Does something once, at a call of a client, and some milliseconds later, so that it meets each stage of the call. */
function atCall(name: string, random: () => number, act: () => Promise<void>): Fault {
  const [call, delayMs] = [upTo(random, MAX_CALL), Math.floor(random() * 40)];
  let done: Promise<void> | undefined;
  return {
    name: `${name}, ${delayMs} ms after call ${call}`,
    onCall(calls) {
      if (calls === call) done = Bun.sleep(delayMs).then(act);
    },
    end: async () => done,
  };
}

/** Stops the server at one of the things that it awaits. */
const stopAtFailpoint: MakeFault = (world, random) => {
  const { failpoints } = world.insider;
  const failpoint = failpoints[Math.floor(random() * failpoints.length)] ?? "";
  const when = CRASHES[Math.floor(random() * CRASHES.length)] ?? "after";
  const passes = Math.floor(random() * MAX_PASSES);
  const armed = world.order({ crash: { failpoint, when, passes } });
  return { name: `the server stops ${when} ${failpoint}, passed ${passes} times`, end: () => armed };
};

/** Stops the server at what it awaits then, which meets each failpoint as often as it is passed. */
const stopAtAnyFailpoint: MakeFault = (world, random) => {
  const when = CRASHES[Math.floor(random() * CRASHES.length)] ?? "after";
  const passes = Math.floor(random() * MAX_PASSES_OF_ANY);
  const armed = world.order({ crash: { when, passes } });
  return { name: `the server stops ${when} failpoint ${passes + 1}`, end: () => armed };
};

/** What can go wrong. Faults are placed by counts of events rather than by time, so that a seed repeats them. */
export const FAULTS: readonly MakeFault[] = [
  () => ({ name: "no fault", end: async () => undefined }),

  ({ server }, random) => atCall("the server is killed", random, server.kill),

  // In the middle of processing or of a question: the server waits for this answer.
  ({ server, provider }, random) => {
    const wanted = upTo(random, MAX_TEXT);
    let [texts, killed] = [0, Promise.resolve()];
    provider.set({
      vectorOf(text, dimensions) {
        texts += 1;
        if (texts === wanted) killed = server.kill();
        return hashedVector(text, dimensions);
      },
    });
    return { name: `the server is killed at text ${wanted} of the provider`, end: () => killed };
  },

  ({ server, statements }, random) => {
    if (!statements) return undefined;
    const [statement, when] = [upTo(random, MAX_STATEMENT), random() < 0.5 ? "before" : "after"] as const;
    let killed = Promise.resolve();
    statements.arm(statement, when, () => {
      killed = server.kill();
    });
    return { name: `the server is killed ${when} statement ${statement}`, end: () => killed };
  },

  // There are many failpoints, and most are passed rarely.
  ...Array.from({ length: 2 }, () => stopAtFailpoint),
  ...Array.from({ length: 4 }, () => stopAtAnyFailpoint),

  (world, random) => {
    const clockOffsetMs = (random() < 0.5 ? -1 : 1) * upTo(random, MAX_JUMP_MS);
    const jump = `the clock jumps by ${Math.round(clockOffsetMs / 1000)} s`;
    return atCall(jump, random, () => world.order({ clockOffsetMs }));
  },

  (world, random) => atCall("the database is killed", random, world.killDatabase),

  (world, random) =>
    atCall("the database and the server are killed", random, async () => {
      await Promise.all([world.killDatabase(), world.server.kill()]);
    }),

  (world, random) => {
    const frozenMs = random() * MAX_FROZEN_MS;
    return atCall(`the database is frozen for ${Math.round(frozenMs)} ms`, random, async () => {
      const pids = await world.database();
      for (const pid of pids) send(pid, "SIGSTOP");
      await Bun.sleep(frozenMs);
      for (const pid of pids) send(pid, "SIGCONT");
    });
  },

  ({ server }, random) => {
    const frozenMs = random() * MAX_FROZEN_MS;
    return atCall(`the server is frozen for ${Math.round(frozenMs)} ms`, random, async () => {
      send(server.pid, "SIGSTOP");
      await Bun.sleep(frozenMs);
      send(server.pid, "SIGCONT");
    });
  },

  ({ provider }, random) =>
    atCall("the provider answers 500", random, async () => provider.set({ status: 500 })),
  ({ provider }, random) =>
    atCall("the provider drops and breaks answers", random, async () =>
      provider.set({ shareDropped: 0.3, shareMalformed: 0.3, share429: 0.2 }),
    ),
  ({ provider }, random) =>
    atCall("the provider is slow", random, async () => provider.set({ delayMs: SLOW_MS, shareDelayed: 0.5 })),
  ({ provider }, random) =>
    atCall("the provider returns too few vectors", random, async () => provider.set({ extraVectors: -1 })),
];

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}
