import { expect, test } from "bun:test";
import { createShutdown, type ShutdownOptions } from "./shutdown.ts";

const never = () => new Promise<never>(() => undefined);

function watched(options: Partial<ShutdownOptions>) {
  const steps: string[] = [];
  const { promise: exited, resolve } = Promise.withResolvers<void>();
  const shutDown = createShutdown({
    finishRequests: async () => steps.push("requests"),
    close: async () => steps.push("close"),
    isSaving: () => false,
    exit: () => {
      steps.push("exit");
      resolve();
    },
    log: { info: () => steps.push("explained") },
    ...{ stepMs: 20, secondMs: 0 },
    ...options,
  });
  return { steps, exited, shutDown };
}

test("finishes requests, closes and exits", async () => {
  const { steps, exited, shutDown } = watched({});
  void shutDown();
  await exited;
  expect(steps).toEqual(["requests", "close", "exit"]);
});

test("exits when a step does not end", async () => {
  const { steps, exited, shutDown } = watched({ finishRequests: never, close: never });
  void shutDown();
  await exited;
  expect(steps).toEqual(["exit"]);
});

test("waits for indexes that are being saved, and says so", async () => {
  let isSaving = true;
  const { steps, exited, shutDown } = watched({
    isSaving: () => isSaving,
    close: async () => {
      await Bun.sleep(200);
      isSaving = false;
      steps.push("saved");
    },
  });
  void shutDown();
  await exited;
  expect(steps).toEqual(["requests", "explained", "saved", "exit"]);
});

test("exits at once at another signal, but not at the same one passed on", async () => {
  const saving = { close: never, isSaving: () => true };
  const { steps, exited, shutDown } = watched(saving);
  void shutDown();
  void shutDown();
  await exited;
  expect(steps).toEqual(["requests", "exit"]);
  const passedOn = watched({ ...saving, secondMs: 10_000 });
  void passedOn.shutDown();
  void passedOn.shutDown();
  await Bun.sleep(50);
  expect(passedOn.steps).toEqual(["requests", "explained"]);
});
