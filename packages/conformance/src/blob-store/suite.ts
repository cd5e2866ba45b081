import type { Runner } from "../runner.ts";
import { contentTests } from "./content-tests.ts";
import { keyTests } from "./key-tests.ts";
import { storeTest } from "./store-test.ts";
import type { BlobStoreFactory, BlobStoreOptions } from "./subject.ts";
import { writeTests } from "./write-tests.ts";

/**
 * Tests a blob store against its port's contract.
 * @param runner Your test runner's `describe`, `test` and `expect`.
 */
export function blobStoreSuite(runner: Runner, factory: BlobStoreFactory, options: BlobStoreOptions): void {
  const tools = storeTest(runner, factory, options);
  runner.describe("blob store: content", () => contentTests(tools));
  runner.describe("blob store: keys", () => keyTests(tools));
  runner.describe("blob store: writes", () => writeTests(tools));
}
