import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Quarry } from "@quarry/sdk";
import { object, objects, string } from "../contract/reading.ts";
import { TOOLS } from "../package/packed.ts";
import { run, runWell } from "../package/run.ts";
import { type RunningServer, startServer } from "../support/running-server.ts";
import { startReceiver, type WebhookReceiver } from "../support/webhook-receiver.ts";
import { operationsOf } from "./api-description.ts";
import { createFixture, type Fixture } from "./fixture.ts";

/** The samples of code in the reference: curl runs them, the compilers of TypeScript and Python take them. */
const REPOSITORY = resolve(import.meta.dir, "../..");

interface Sample {
  readonly id: string;
  readonly source: string;
}

let server: RunningServer;
let receiver: WebhookReceiver;
let fixture: Fixture;
let folder: string;
let samples: (label: string) => Sample[];

beforeAll(async () => {
  receiver = startReceiver();
  server = await startServer({ env: { QUARRY_WEBHOOK_ALLOW_PRIVATE: "true" } });
  const quarry = new Quarry({ apiKey: server.rootKey, baseUrl: server.baseUrl, maxRetries: 0 });
  fixture = await createFixture(quarry, receiver.url);
  folder = await mkdtemp(join(tmpdir(), "quarry-samples-"));
  await symlink(TOOLS, join(folder, "node_modules"));
  const headers = { authorization: `Bearer ${server.rootKey}` };
  const operations = operationsOf(
    object(await (await fetch(`${server.baseUrl}/api/openapi.json`, { headers })).json()),
  );
  samples = (label) =>
    operations.flatMap(({ id, operation }) =>
      objects(operation["x-codeSamples"])
        .filter((sample) => sample.label === label)
        .map(({ source }) => ({ id, source: string(source) })),
    );
}, 120_000);
afterAll(async () => {
  await server?.stop();
  receiver?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

describe("the samples of code", () => {
  test.skipIf(Bun.which("curl") === null)(
    "in curl work as pasted",
    async () => {
      const all = samples("curl");
      expect(all.length).toBeGreaterThan(50);
      const env = { QUARRY_URL: server.baseUrl, QUARRY_API_KEY: server.rootKey };
      for (const { id, source } of all) {
        // It has no end.
        if (id === "streamEvents") continue;
        const ids = [...(await fixture.prepare(id))];
        const text = ids.reduce((changed, [example, real]) => changed.replaceAll(example, real), source);
        const command = text.replace(/^curl/, "curl --silent --show-error --fail-with-body");
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

  test.skipIf(Bun.which("python3") === null)(
    "in Python compile",
    async () => {
      const all = samples("Python");
      expect(all.length).toBeGreaterThan(50);
      for (const { id, source } of all) await Bun.write(join(folder, `${id}.py`), `${source}\n`);
      await runWell(["python3", "-m", "py_compile", ...all.map(({ id }) => `${id}.py`)], { cwd: folder });
    },
    60_000,
  );
});
