import type { Expectation, Runner } from "../runner.ts";
import type { BlobStoreFactory, BlobStoreOptions, BlobStoreSubject } from "./subject.ts";

/** Declares tests that each get a store of their own. */
export interface BlobStoreTools {
  test(name: string, body: (subject: BlobStoreSubject) => Promise<void>): void;
  expect(actual: unknown): Expectation;
  readonly scheme: string;
  readonly largeBytes: number;
  readonly listedFiles: number;
  readonly replacesAtomically: boolean;
}

/** Binds the runner to the factory: creates a store per test and deletes its data afterwards. */
export function storeTest(
  { test, expect }: Runner,
  factory: BlobStoreFactory,
  {
    scheme,
    timeoutMs = 60_000,
    largeBytes = 12_000_000,
    listedFiles = 1100,
    replacesAtomically = true,
  }: BlobStoreOptions,
): BlobStoreTools {
  return {
    expect,
    scheme,
    largeBytes,
    listedFiles,
    replacesAtomically,
    test: (name, body) =>
      test(
        name,
        async () => {
          const subject = await factory();
          try {
            await body(subject);
          } finally {
            await subject.cleanUp();
          }
        },
        timeoutMs,
      ),
  };
}
