import { expect } from "bun:test";
import type { Runner } from "@quarry/conformance";

/** A test that went red. */
export interface Failure {
  readonly test: string;
  readonly message: string;
}

/** Declares tests as `declare` says, runs them one after another, and gives back how many there were and which failed. */
export async function runRecorded(declare: (runner: Runner) => void) {
  const path: string[] = [];
  const declared: { name: string; body: () => Promise<void> }[] = [];
  declare({
    describe(name, body) {
      path.push(name);
      body();
      path.pop();
    },
    test: (name, body) => declared.push({ name: [...path, name].join(" > "), body }),
    expect,
  });
  const failures: Failure[] = [];
  for (const { name, body } of declared)
    await body().catch((error: unknown) => failures.push({ test: name, message: String(error) }));
  return { count: declared.length, failures };
}
