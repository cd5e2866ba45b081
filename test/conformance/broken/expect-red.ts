import { expect, test } from "bun:test";
import type { Runner } from "@quarry/conformance";
import { runRecorded } from "../../stores/recording-runner.ts";

/** An adapter with one fault, and the group of the suite that must find it. */
export interface Broken<Adapter> {
  readonly name: string;
  readonly group: string;
  create(): Adapter;
}

const TIMEOUT_MS = 60_000;

/** Declares a test that the suite passes for a correct adapter. */
export function expectGreen(suite: (runner: Runner) => void, leastTests: number): void {
  test(
    "passes for a correct adapter",
    async () => {
      const { count, failures } = await runRecorded(suite);
      expect(failures).toEqual([]);
      expect(count).toBeGreaterThanOrEqual(leastTests);
    },
    TIMEOUT_MS,
  );
}

/** Declares a test per broken adapter that its group of the suite fails. */
export function expectRed<Adapter>(
  brokenAdapters: readonly Broken<Adapter>[],
  suite: (runner: Runner, create: () => Adapter) => void,
): void {
  for (const { name, group, create } of brokenAdapters)
    test(
      `fails for one that ${name}`,
      async () => {
        const { failures } = await runRecorded(
          (runner) => suite(runner, create),
          (title) => title.includes(`: ${group}`),
        );
        expect(failures).not.toEqual([]);
      },
      TIMEOUT_MS,
    );
}
