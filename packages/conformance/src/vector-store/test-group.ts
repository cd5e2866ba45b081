import { createRandom } from "../random.ts";
import type { Expectation, Runner } from "../runner.ts";
import { createSession, type Session } from "./session.ts";
import { settingsOf, type VectorStoreFactory, type VectorStoreOptions } from "./subject.ts";

/** A part of the suite that can run by itself. */
export type VectorStoreGroup = (
  runner: Runner,
  factory: VectorStoreFactory,
  options?: VectorStoreOptions,
) => void;

/** Declares a group's tests. Each test gets a store of its own. */
export interface GroupTools {
  test(name: string, body: (session: Session) => Promise<void>): void;
  /** Reports that a test does not apply to the store. */
  skip(title: string, reason: string): void;
  expect(actual: unknown): Expectation;
}

/** Creates a group of tests. Its name contains the seed, so that failures are reproducible. */
export function testGroup(name: string, declare: (tools: GroupTools) => void): VectorStoreGroup {
  return ({ describe, test, expect }, factory, options = {}) => {
    const settings = settingsOf(options);
    const report = options.onSkip?.bind(options) ?? warn;
    describe(`vector store: ${name} (seed ${settings.seed})`, () =>
      declare({
        expect,
        skip: (title, reason) => report(`${name}: ${title}`, reason),
        test: (title, body) =>
          test(
            title,
            async () => {
              const subject = await factory();
              try {
                const random = createRandom(settings.seed, `${name}/${title}`);
                await body(createSession(title, subject, settings, random, expect));
              } finally {
                await subject.cleanUp();
              }
            },
            settings.timeoutMs,
          ),
      }));
  };
}

function warn(test: string, reason: string): void {
  const { console } = globalThis as { readonly console?: { warn(line: string): void } };
  console?.warn(`vector store, ${test}: skipped, because ${reason}`);
}
