import { rmSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { BREAKS, type Break } from "./break-table.ts";

/**
 * Shows that the access matrix detects mistakes: breaks the access rules in a copy of the sources, one break at a time, and
 * expects a test to fail. `bun test/matrix/breaks.ts` runs all breaks; arguments select breaks by a part of their names.
 * Exits with code 1 when a break stays undetected.
 */

const ROOT = resolve(import.meta.dir, "../..");
const TEST_TIMEOUT_MS = 120_000;
const KEPT_OUTPUT_CHARS = 2000;
/** Ends the running tests when this process is stopped. */
const stopping = new AbortController();

/** The result of a test run. `crashed` is a failure that no test reports, e.g. a syntax error. */
type Outcome =
  | { readonly kind: "passed" }
  | { readonly kind: "failed"; readonly test: string }
  | { readonly kind: "crashed"; readonly output: string };

/** Copies the sources of the checkout, including files that are not committed yet. */
async function copySources(folder: string): Promise<void> {
  const listed = await Bun.$`git ls-files -z --cached --others --exclude-standard`.cwd(ROOT).text();
  const files = listed.split("\0").filter((file) => file !== "");
  for (const file of files) {
    if (!(await Bun.file(join(ROOT, file)).exists())) continue;
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await cp(join(ROOT, file), join(folder, file));
  }
  await linkPackages(folder, files);
}

/**
 * Uses the checkout's installed packages. The `node_modules` of a workspace consists of relative links; copied as they are,
 * they lead to the workspaces of the copy.
 */
async function linkPackages(folder: string, files: readonly string[]): Promise<void> {
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  const workspaces = files.filter((file) => /^([^/]+\/){1,2}package\.json$/.test(file)).map(dirname);
  for (const workspace of workspaces) {
    const installed = join(workspace, "node_modules");
    const options = { recursive: true, verbatimSymlinks: true };
    await cp(join(ROOT, installed), join(folder, installed), options).catch((error: unknown) => {
      // Workspaces without dependencies have no such folder.
      if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
    });
  }
}

/** The source of a file with a break. @throws Error when the text to replace does not occur exactly once. */
function broken(source: string, { name, file, from, to }: Break): string {
  const [before, after, ...others] = source.split(from);
  if (before === undefined || after === undefined || others.length > 0)
    throw new Error(
      `The break "${name}" needs its text exactly once in ${file}, but it occurs ${source.split(from).length - 1} times. Update test/matrix/break-table.ts.`,
    );
  return before + to + after;
}

/** Runs test files of the copy until the first failure. */
async function runTests(folder: string, tests: readonly string[]): Promise<Outcome> {
  const paths = tests.map((test) => `./${test}`);
  const temporary = join(folder, "tmp");
  await mkdir(temporary, { recursive: true });
  const child = Bun.spawn(
    [process.execPath, "test", "--bail", "--timeout", String(TEST_TIMEOUT_MS), ...paths],
    {
      cwd: folder,
      signal: stopping.signal,
      // A run that stops early leaves its data folders here.
      env: { ...process.env, TMPDIR: temporary },
      ...{ stdin: "ignore", stdout: "pipe", stderr: "pipe" },
    },
  );
  const texts = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  const output = texts.join("\n");
  if ((await child.exited) === 0) return { kind: "passed" };
  const test = /^\(fail\) (?!\(unnamed\))(.+?)(?: \[[\d.]+ms\])?$/m.exec(output)?.[1];
  return test === undefined
    ? { kind: "crashed", output: output.slice(-KEPT_OUTPUT_CHARS) }
    : { kind: "failed", test };
}

/** Applies a break to the copy, runs the tests that should detect it, and restores the file. */
async function tryBreak(folder: string, each: Break): Promise<Outcome> {
  const path = join(folder, each.file);
  const source = await readFile(path, "utf8");
  await writeFile(path, broken(source, each));
  try {
    return await runTests(folder, [each.tests]);
  } finally {
    await writeFile(path, source);
  }
}

/** Tries all breaks and prints a line for each. Returns the number of breaks that no test detected. */
async function tryBreaks(folder: string, breaks: readonly Break[]): Promise<number> {
  const startedMs = performance.now();
  let undetected = 0;
  for (const [index, each] of breaks.entries()) {
    const outcome = await tryBreak(folder, each);
    if (outcome.kind !== "failed") undetected += 1;
    const place = `${String(index + 1).padStart(2)}/${breaks.length}`;
    const seconds = String(Math.round((performance.now() - startedMs) / 1000)).padStart(4);
    console.info(`${place} ${seconds} s  ${verdictOf(each, outcome)}`);
  }
  return undetected;
}

function verdictOf({ name }: Break, outcome: Outcome): string {
  switch (outcome.kind) {
    case "failed":
      return `red  ${name}  (${outcome.test})`;
    case "passed":
      return `STILL GREEN  ${name}`;
    case "crashed":
      return `CRASHED, no test failed  ${name}\n${outcome.output}`;
  }
}

async function main(selected: readonly string[]): Promise<number> {
  const breaks = BREAKS.filter(
    ({ name }) => selected.length === 0 || selected.some((part) => name.includes(part)),
  );
  if (breaks.length === 0) throw new Error(`No break has a name with ${selected.join(" or ")}.`);
  for (const each of breaks) broken(await readFile(join(ROOT, each.file), "utf8"), each);
  const folder = await mkdtemp(join(tmpdir(), "quarry-breaks-"));
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => {
      stopping.abort();
      rmSync(folder, { recursive: true, force: true });
      process.exit(1);
    });
  try {
    await copySources(folder);
    const unbroken = await runTests(folder, [...new Set(breaks.map(({ tests }) => tests))]);
    if (unbroken.kind !== "passed")
      throw new Error(`The tests fail without any break: ${JSON.stringify(unbroken)}. Fix them first.`);
    const undetected = await tryBreaks(folder, breaks);
    console.info(`${breaks.length - undetected} of ${breaks.length} breaks are red.`);
    return undetected === 0 ? 0 : 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

process.exitCode = await main(process.argv.slice(2));
