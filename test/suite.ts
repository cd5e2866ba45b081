import { hasBrowser } from "./support/browser.ts";
import { hasChroma } from "./support/chroma.ts";
import { hasLocalRuntime } from "./support/local-runtime.ts";
import { hasPostgres } from "./support/postgres.ts";
import { hasShell } from "./support/shells.ts";

/**
 * Runs the tests, all or those that are named, and says at the end what this machine had to leave out.
 * With `QUARRY_TEST_ALL=1` that counts as a failure.
 */

/** For busy machines: after a test that took too long, the runner ends the servers that its file started, too. */
const TEST_TIMEOUT_MS = 180_000;
/** Files at a time. Many tests wait more than they work. */
const PARALLEL = 2;

const missing = [
  { name: "PostgreSQL", isThere: hasPostgres(), command: "test/services/install-postgres.sh" },
  { name: "Chroma", isThere: hasChroma(), command: "test/services/install-chroma.sh" },
  {
    name: "what people do in a browser",
    isThere: hasBrowser(),
    command: "test/services/install-chromium.sh",
  },
  {
    name: "completions in zsh and fish",
    isThere: hasShell("zsh") && hasShell("fish"),
    command: "test/services/install-shells.sh",
  },
  { name: "local embedding models", isThere: hasLocalRuntime(), command: "npm run install-local" },
].filter(({ isThere }) => !isThere);
const child = Bun.spawn(
  [
    process.execPath,
    ...["test", `--parallel=${PARALLEL}`, "--timeout", String(TEST_TIMEOUT_MS)],
    ...process.argv.slice(2),
  ],
  { stdin: "ignore", stdout: "inherit", stderr: "inherit" },
);
const code = await child.exited;
for (const { name, command } of missing)
  console.warn(
    `LEFT OUT: all tests on ${name}. What they need is not on this machine; this installs it: ${command}`,
  );
process.exitCode = missing.length > 0 && process.env.QUARRY_TEST_ALL === "1" ? 1 : code;
