import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Quarry, UnavailableError } from "@quarry/sdk";
import { isInstalled, POSTGRES } from "../../support/configurations.ts";
import type { EmbeddingProvider } from "../../support/embedding-provider.ts";
import { until } from "../../support/until.ts";
import { type Process, type Processes, prepareProcesses } from "../processes/processes.ts";
import { modelsOf, ownText, startModelProvider } from "./changing-models.ts";

// Several processes on one database. The last one starts with another embedding model.

const NAMES = Array.from({ length: 200 }, (_, at) => `d${at}`);

describe.skipIf(!isInstalled(POSTGRES))("processes with different models", () => {
  let provider: EmbeddingProvider;
  let models: ReturnType<typeof modelsOf>;
  let processes: Processes;
  let keyless: Process;
  let old: Process;
  let spaceId: string;

  beforeAll(async () => {
    provider = startModelProvider();
    models = modelsOf(provider);
    processes = await prepareProcesses(POSTGRES);
    keyless = await processes.start();
    old = await processes.start(models.builtin.env);
    spaceId = (await old.quarry.spaces.create({ name: "Shared" })).space.id;
    for (let start = 0; start < NAMES.length; start += 100)
      await old.quarry.documents.upsertBatch({
        spaceId,
        documents: NAMES.slice(start, start + 100).map((filename) => ({
          ...{ filename, content: ownText(filename) },
        })),
      });
  }, 120_000);
  afterAll(async () => {
    await processes?.end();
    await provider?.stop();
  }, 120_000);

  const ask = (quarry: Quarry, name: string, mode: "vector" | "hybrid") =>
    quarry.query({ query: ownText(name), spaceIds: spaceId, mode, topK: 5 });

  test("the last process decides, and the others follow without failing a query", async () => {
    // The first call is slow, so that queries run before the switch.
    provider.set({ delayMs: 2500 });
    const next = await processes.start(models.a.env);
    provider.set({ delayMs: 30 });
    const problems: string[] = [];
    let isOver = false;
    let asked = 0;
    const poll = async (quarry: Quarry, who: string) => {
      for (let at = 0; !isOver; at = (at + 7) % NAMES.length) {
        const name = NAMES[at] ?? "";
        const { results, degraded } = await ask(quarry, name, "vector");
        asked += 1;
        if (results[0]?.document.filename !== name || degraded) problems.push(`${who} ${name}`);
      }
    };
    const polls = [poll(old.quarry, "old"), poll(next.quarry, "next")];
    const write = async (filename: string) =>
      (await old.quarry.documents.upsert({ spaceId, filename, content: ownText(filename) })).document;
    const written = await write("during");
    expect([models.builtin.name, models.a.name]).toContain(written.embeddingModel);
    await until(
      "the end of the change",
      () =>
        [old, next].some(({ server }) => server.output().includes("All documents are embedded"))
          ? true
          : undefined,
      60_000,
    );
    isOver = true;
    await Promise.all(polls);
    expect(problems).toEqual([]);
    expect(asked).toBeGreaterThan(50);
    expect((await write("after")).embeddingModel).toBe(models.a.name);
    for (const { quarry } of [old, next])
      for (const name of ["during", "after", "d3"])
        expect((await ask(quarry, name, "vector")).results[0]?.document.filename).toBe(name);
  }, 90_000);

  test("a process that cannot use the model answers from the lexical index, reports it, and rejects writes", async () => {
    const { results, degraded } = await until("its notice of the change", async () => {
      const answer = await ask(keyless.quarry, "d3", "hybrid");
      return answer.degraded ? answer : undefined;
    });
    expect(results[0]?.document.filename).toBe("d3");
    expect(degraded?.reason).toContain(models.a.name);
    const refused = await keyless.quarry.documents
      .upsert({ spaceId, filename: "x", content: "Anything." })
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(UnavailableError);
    expect(refused).toHaveProperty("message", expect.stringContaining("Configure the same embedder"));
    const lines = keyless.server.output().split("\n");
    expect(lines.filter((line) => line.includes("cannot be used with the current settings"))).toHaveLength(1);
  }, 120_000);
});
