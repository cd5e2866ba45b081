import { hasChroma } from "./support/chroma.ts";
import { hasPostgres } from "./support/postgres.ts";

/**
 * Runs the tests, all or those that are named, and says at the end what this machine had to leave out.
 * With `QUARRY_TEST_ALL=1` that counts as a failure.
 */

const TEST_TIMEOUT_MS = 60_000;

const missing = [
  { name: "PostgreSQL", isThere: hasPostgres(), script: "install-postgres.sh" },
  { name: "Chroma", isThere: hasChroma(), script: "install-chroma.sh" },
].filter(({ isThere }) => !isThere);
const child = Bun.spawn(
  [process.execPath, "test", "--timeout", String(TEST_TIMEOUT_MS), ...process.argv.slice(2)],
  { stdin: "ignore", stdout: "inherit", stderr: "inherit" },
);
const code = await child.exited;
for (const { name, script } of missing)
  console.warn(
    `LEFT OUT: all tests on ${name}, which is not on this machine. test/services/${script} installs it.`,
  );
process.exitCode = missing.length > 0 && process.env.QUARRY_TEST_ALL === "1" ? 1 : code;
