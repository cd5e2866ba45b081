import type { Runner } from "../runner.ts";
import { durabilityTests } from "./durability-tests.ts";
import { rankingTests } from "./ranking-tests.ts";
import { scopeTests } from "./scope-tests.ts";
import { lexicalTools } from "./session.ts";
import { spaceTests } from "./space-tests.ts";
import type { LexicalIndexFactory, LexicalIndexOptions } from "./subject.ts";
import { writeTests } from "./write-tests.ts";

/**
 * Tests a lexical index against its port's contract.
 * @param runner Your test runner's `describe`, `test` and `expect`.
 */
export function lexicalIndexSuite(
  runner: Runner,
  factory: LexicalIndexFactory,
  options: LexicalIndexOptions = {},
): void {
  const tools = lexicalTools(runner, factory, options);
  runner.describe("lexical index: writes", () => writeTests(tools));
  runner.describe("lexical index: scopes", () => scopeTests(tools));
  runner.describe("lexical index: ranking", () => rankingTests(tools));
  runner.describe("lexical index: spaces", () => spaceTests(tools));
  runner.describe("lexical index: durability and transactions, if declared", () => durabilityTests(tools));
}
