import type { Runner } from "./runner.ts";

/** `describe` and `test` of `node:test`, and `node:assert/strict`. */
export interface NodeTools {
  readonly describe: (name: string, body: () => void) => unknown;
  readonly test: (name: string, options: { timeout: number }, body: () => Promise<void>) => unknown;
  readonly assert: {
    deepEqual(actual: unknown, expected: unknown): void;
    ok(value: unknown, message: string): void;
  };
}

/** The runner of `node:test`. */
export function nodeRunner({ describe, test, assert }: NodeTools): Runner {
  const compare = (isRight: boolean, actual: unknown, relation: string, bound: number) =>
    assert.ok(isRight, `Expected ${String(actual)} to be ${relation} ${bound}`);
  return {
    describe: (name, body) => void describe(name, body),
    test: (name, body, timeoutMs) => void test(name, { timeout: timeoutMs }, body),
    expect: (actual) => ({
      toEqual: (expected) => assert.deepEqual(actual, expected),
      toBeGreaterThanOrEqual: (least) => compare((actual as number) >= least, actual, "at least", least),
      toBeLessThanOrEqual: (most) => compare((actual as number) <= most, actual, "at most", most),
    }),
  };
}
