import { createRandom } from "../random.ts";
import type { Expectation, Runner } from "../runner.ts";
import { createSession, type Session } from "./session.ts";
import { settingsOf, type VectorStoreFactory, type VectorStoreOptions } from "./subject.ts";

/** A part of the suite that can be run by itself. */
export type VectorStoreGroup = (
  runner: Runner,
  factory: VectorStoreFactory,
  options?: VectorStoreOptions,
) => void;

/** What a group's tests are written with: each test has a store of its own. */
export interface GroupTools {
  test(name: string, body: (session: Session) => Promise<void>): void;
  expect(actual: unknown): Expectation;
}

/** Names and declares a group of tests. Its name holds the seed, so that a failure can be had again. */
export function testGroup(name: string, declare: (tools: GroupTools) => void): VectorStoreGroup {
  return ({ describe, test, expect }, factory, options = {}) => {
    const settings = settingsOf(options);
    describe(`vector store: ${name} (seed ${settings.seed})`, () =>
      declare({
        expect,
        test: (title, body) =>
          test(
            title,
            async () => {
              const subject = await factory();
              try {
                const random = createRandom(settings.seed, `${name}/${title}`);
                await body(createSession(subject, settings, random, expect));
              } finally {
                await subject.cleanUp();
              }
            },
            settings.timeoutMs,
          ),
      }));
  };
}
