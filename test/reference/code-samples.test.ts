import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Quarry } from "@quarry/sdk";
import { SPACE } from "../../server/src/modules/reference/examples.ts";
import { type Json, object, objects, string } from "../contract/reading.ts";
import { TOOLS } from "../package/packed.ts";
import { run, runWell } from "../package/run.ts";
import { type RunningServer, startServer } from "../support/running-server.ts";
import { hasRequests } from "../support/sample-programs.ts";
import { startReceiver, type WebhookReceiver } from "../support/webhook-receiver.ts";
import { type DescribedOperation, operationsOf, successOf } from "./api-description.ts";
import { createFixture, type Fixture } from "./fixture.ts";
import { type SampleRunner, startRunner } from "./sample-runner.ts";
import { schemaProblems } from "./schema-problems.ts";

/** Runs the samples of code in the reference against a server. */
const REPOSITORY = resolve(import.meta.dir, "../..");

/** Samples that write what they get into a file, which they name. */
const WRITTEN: Readonly<Record<string, string>> = {
  exportSpace: "handbook.tar.gz",
  getFile: "leave.md",
  getFileOfSpace: "leave.md",
  getEvaluationReport: "report.html",
};

interface Sample {
  readonly id: string;
  readonly source: string;
  readonly described: DescribedOperation;
}

let server: RunningServer;
let receiver: WebhookReceiver;
let quarry: Quarry;
let fixture: Fixture;
let folder: string;
let env: Record<string, string>;
let api: Json;
let samples: (label: string) => Sample[];

beforeAll(async () => {
  receiver = startReceiver();
  server = await startServer({ env: { QUARRY_WEBHOOK_ALLOW_PRIVATE: "true" } });
  quarry = new Quarry({ apiKey: server.rootKey, baseUrl: server.baseUrl, maxRetries: 0 });
  fixture = await createFixture(quarry, receiver.url);
  folder = await mkdtemp(join(tmpdir(), "quarry-samples-"));
  await symlink(TOOLS, join(folder, "node_modules"));
  const paths = { "@quarry/sdk": [join(REPOSITORY, "sdk/src/index.ts")] };
  await Bun.write(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: { paths } }));
  env = { QUARRY_URL: server.baseUrl, QUARRY_API_KEY: server.rootKey };
  const headers = { authorization: `Bearer ${server.rootKey}` };
  api = object(await (await fetch(`${server.baseUrl}/api/openapi.json`, { headers })).json());
  const operations = operationsOf(api);
  samples = (label) =>
    operations.flatMap((described) =>
      objects(described.operation["x-codeSamples"])
        .filter((sample) => sample.label === label)
        .map(({ source }) => ({ id: described.id, source: string(source), described })),
    );
}, 120_000);
afterAll(async () => {
  await server?.stop();
  receiver?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

/** The sample with the ids of this server. */
async function filled({ id, source }: Sample): Promise<string> {
  const ids = [...(await fixture.prepare(id))];
  return ids.reduce((changed, [example, real]) => changed.replaceAll(example, real), source);
}

/** Runs a sample. Returns what is wrong: its error, or how its answer differs from the documented one. */
async function problemsOf(runner: SampleRunner, sample: Sample, extension: string): Promise<string[]> {
  const { id, described } = sample;
  const file = join(folder, `${id}.run.${extension}`);
  await Bun.write(file, `${await filled(sample)}\n`);
  const written = WRITTEN[id] === undefined ? undefined : join(folder, WRITTEN[id]);
  if (written !== undefined) await rm(written, { force: true });
  if (id === "streamEvents") return streamProblems(runner, file);
  const { printed, problem } = await runner.run(file, null);
  if (problem !== null) return [`${id}: ${problem}`];
  if (written !== undefined) return Bun.file(written).size > 0 ? [] : [`${id}: wrote no ${WRITTEN[id]}`];
  const schema = object(successOf(described).content[0]?.[1].schema);
  return printed.length === 1
    ? schemaProblems(api, schema, printed[0], id)
    : [`${id}: printed ${printed.length} values`];
}

/** Runs the sample that has no end, until it prints an event. */
async function streamProblems(runner: SampleRunner, file: string): Promise<string[]> {
  let isRunning = true;
  const outcome = runner.run(file, "document.completed").finally(() => {
    isRunning = false;
  });
  while (isRunning) {
    await quarry.documents.upsert({ spaceId: SPACE, filename: "event.md", content: crypto.randomUUID() });
    await Bun.sleep(50);
  }
  const { problem } = await outcome;
  return problem === null ? [] : [problem];
}

/** Runs all samples of a language, and expects that they work. */
async function expectToRun(language: "TypeScript" | "Python", all: readonly Sample[], extension: string) {
  expect(all.length).toBeGreaterThan(50);
  const runner = startRunner(language, { cwd: folder, env });
  const problems: string[] = [];
  for (const sample of all) problems.push(...(await problemsOf(runner, sample, extension)));
  await runner.stop();
  expect(problems).toEqual([]);
}

describe("the samples of code", () => {
  test.skipIf(Bun.which("curl") === null)(
    "in curl work as pasted",
    async () => {
      const all = samples("curl");
      expect(all.length).toBeGreaterThan(50);
      for (const sample of all) {
        const { id } = sample;
        // It has no end.
        if (id === "streamEvents") continue;
        const command = (await filled(sample)).replace(
          /^curl/,
          "curl --silent --show-error --fail-with-body",
        );
        const { code, output } = await run(["sh", "-c", command], { cwd: folder, env });
        expect([id, code, code === 0 ? "" : output]).toEqual([id, 0, ""]);
      }
    },
    180_000,
  );

  test("in TypeScript compile with the SDK", async () => {
    const all = samples("TypeScript (SDK)");
    expect(all.length).toBeGreaterThan(50);
    for (const { id, source } of all) await Bun.write(join(folder, `${id}.ts`), `${source}\n`);
    const compilerOptions = {
      ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
      skipLibCheck: true,
      ...{
        target: "ES2024",
        lib: ["ES2024", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
        types: ["bun-types"],
      },
      typeRoots: [join(REPOSITORY, "node_modules")],
      ...{ module: "Preserve", moduleResolution: "bundler", moduleDetection: "force" },
      ...{ allowImportingTsExtensions: true, noEmit: true },
      paths: { "@quarry/sdk": [join(REPOSITORY, "sdk/src/index.ts")] },
    };
    const files = all.map(({ id }) => `${id}.ts`);
    await Bun.write(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
    await runWell([join(TOOLS, ".bin/tsc"), "-p", folder], { cwd: folder });
  }, 120_000);

  test(
    "in TypeScript run as pasted",
    () => expectToRun("TypeScript", samples("TypeScript (SDK)"), "ts"),
    60_000,
  );

  test.skipIf(!hasRequests())(
    "in Python run as pasted",
    () => expectToRun("Python", samples("Python"), "py"),
    60_000,
  );
});
