/** What the suites need of a test runner; those of Bun, Vitest and Jest fit. */
export interface Runner {
  readonly describe: (name: string, body: () => void) => void;
  readonly test: (name: string, body: () => Promise<void>, timeoutMs: number) => void;
  readonly expect: (actual: unknown) => Expectation;
}

/** What the suites say about a value. */
export interface Expectation {
  /** Deep equality, whatever the order of keys. */
  toEqual(expected: unknown): void;
  toBeGreaterThanOrEqual(least: number): void;
  toBeLessThanOrEqual(most: number): void;
}
