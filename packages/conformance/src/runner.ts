/** The part of a test runner that the suites use. Compatible with Bun, Vitest and Jest; `nodeRunner` makes one of `node:test`. */
export interface Runner {
  readonly describe: (name: string, body: () => void) => void;
  readonly test: (name: string, body: () => Promise<void>, timeoutMs: number) => void;
  readonly expect: (actual: unknown) => Expectation;
}

/** The assertions that the suites use. */
export interface Expectation {
  /** Deep equality, independent of the order of keys. */
  toEqual(expected: unknown): void;
  toBeGreaterThanOrEqual(least: number): void;
  toBeLessThanOrEqual(most: number): void;
}
