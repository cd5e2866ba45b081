import { expect } from "bun:test";
import type { Runner } from "@quarry/conformance";

/** A failed test. */
export interface Failure {
  readonly test: string;
  readonly message: string;
}

/**
 * Collects the tests that `declare` declares, runs them in sequence, and returns their number and the failures.
 * @param isSelected Selects tests by their full name. Defaults to all.
 */
export async function runRecorded(
  declare: (runner: Runner) => void,
  isSelected: (name: string) => boolean = () => true,
) {
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
  const selected = declared.filter(({ name }) => isSelected(name));
  for (const { name, body } of selected)
    await body().catch((error: unknown) => failures.push({ test: name, message: String(error) }));
  return { count: selected.length, failures };
}
