import { tmpdir } from "node:os";
import { hasPdftotext } from "./eval/rectangles/page-words.ts";
import { canCut, canFreeze, canMount } from "./faults/disk-abilities.ts";
import { hasBrowser } from "./support/browser.ts";
import { hasChroma } from "./support/chroma.ts";
import { hasLocalRuntime } from "./support/local-runtime.ts";
import { createMemoryFolder } from "./support/memory-folder.ts";
import { hasPostgres } from "./support/postgres.ts";
import { hasSamplePrograms } from "./support/sample-programs.ts";
import { startSharedPostgres } from "./support/shared-postgres.ts";
import { hasShell } from "./support/shells.ts";

/**
 * Runs all tests, or the given ones, and lists at the end what this machine cannot run.
 * With `QUARRY_TEST_ALL=1`, anything left out is a failure.
 */

/** Generous for busy machines: when a test times out, the runner also ends the servers of its file. */
const TEST_TIMEOUT_MS = 180_000;
/** Test files at a time. */
const PARALLEL = Number(process.env.QUARRY_TEST_PARALLEL ?? 3);

/** What makes disks of files: in a container, they need its host's devices. */
const PRIVILEGED = "as root, in a container with --privileged";

// Before the checks, which must find what the tests will find.
process.env.TMPDIR = createMemoryFolder() ?? tmpdir();
const missing = [
  { name: "PostgreSQL", isThere: hasPostgres(), remedy: "test/services/install-postgres.sh" },
  { name: "Chroma", isThere: hasChroma(), remedy: "test/services/install-chroma.sh" },
  {
    name: "what people do in a browser",
    isThere: hasBrowser(),
    remedy: "test/services/install-chromium.sh",
  },
  {
    name: "completions in zsh and fish",
    isThere: hasShell("zsh") && hasShell("fish"),
    remedy: "test/services/install-shells.sh",
  },
  {
    name: "rectangles beside pdftotext",
    isThere: hasPdftotext(),
    remedy: "test/services/install-poppler.sh",
  },
  {
    name: "OCR with the installed Tesseract",
    isThere: Bun.which("tesseract") !== null,
    remedy: "test/services/install-tesseract.sh",
  },
  {
    name: "samples in curl and Python",
    isThere: hasSamplePrograms(),
    remedy: "test/services/install-sample-programs.sh",
  },
  {
    name: "clients described by a document, with a certificate of openssl",
    isThere: Bun.which("openssl") !== null,
    remedy: "test/services/install-sample-programs.sh",
  },
  { name: "local embedding models", isThere: hasLocalRuntime(), remedy: "npm run install-local" },
  { name: "a full disk", isThere: canMount(), remedy: `loop devices and e2fsprogs, ${PRIVILEGED}` },
  { name: "a disk that is away", isThere: canFreeze(), remedy: `the same and fsfreeze, ${PRIVILEGED}` },
  { name: "power cuts", isThere: canCut(), remedy: `the same and /dev/fuse, ${PRIVILEGED}` },
].filter(({ isThere }) => !isThere);
/**
 * Most test files and the servers that they start run for seconds: code is compiled for speed later than by default, and freed
 * memory is kept for ten seconds. This saves a fifth of the processor time of the tests.
 */
const SHORT_LIVED = {
  BUN_JSC_thresholdForOptimizeAfterWarmUp: "10000",
  BUN_JSC_thresholdForFTLOptimizeAfterWarmUp: "500000",
  MIMALLOC_PURGE_DELAY: "10000",
};
await startSharedPostgres();
const child = Bun.spawn(
  [
    process.execPath,
    ...["test", `--parallel=${PARALLEL}`, "--timeout", String(TEST_TIMEOUT_MS)],
    ...process.argv.slice(2),
  ],
  { env: { ...SHORT_LIVED, ...process.env }, stdin: "ignore", stdout: "inherit", stderr: "inherit" },
);
const code = await child.exited;
for (const { name, remedy } of missing)
  console.warn(
    `LEFT OUT: all tests on ${name}. What they need is not on this machine; to have it: ${remedy}`,
  );
// The shared server, which ends with this process, would keep it running.
process.exit(missing.length > 0 && process.env.QUARRY_TEST_ALL === "1" ? 1 : code);
