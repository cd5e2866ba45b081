import { afterEach, beforeEach, expect, test } from "bun:test";
import type { EmbeddingProvider } from "../../support/embedding-provider.ts";
import { until } from "../../support/until.ts";
import { operate } from "../operations/operating.ts";
import { runSql } from "../rows.ts";
import {
  type ChangingService,
  modelsOf,
  ownText,
  startChangingService,
  startModelProvider,
} from "./changing-models.ts";

// Failures while documents move to another embedding model.

const COUNT = 150;
const NAMES = Array.from({ length: COUNT }, (_, at) => `d${at}`);
const TEXTS = new Map(NAMES.map((name) => [name, ownText(name)]));

let provider: EmbeddingProvider;
let models: ReturnType<typeof modelsOf>;
let service: ChangingService | undefined;

beforeEach(() => {
  provider = startModelProvider();
  models = modelsOf(provider);
});
afterEach(async () => {
  await service?.stop();
  service = undefined;
  await provider.stop();
});

async function startFilled(model: "a" | "builtin"): Promise<ChangingService> {
  service = await startChangingService(models[model], {}, provider);
  await service.put(TEXTS);
  return service;
}

const logged = (running: ChangingService, text: string) =>
  until(`the log's "${text}"`, () =>
    running.app.logLines.some((line) => line.includes(text)) ? true : undefined,
  );

async function expectAllFound(running: ChangingService, names: readonly string[] = NAMES): Promise<void> {
  for (const name of names) {
    const { names: found, degraded } = await running.found(TEXTS.get(name) ?? "", "vector");
    expect({ name, found: found[0], degraded }).toEqual({ name, found: name, degraded: false });
  }
}

async function documentOf({ app: { quarry }, spaceId }: ChangingService, filename: string) {
  const { id } = await quarry.documents.getByFilename({ spaceId, filename });
  return (await quarry.documents.get({ spaceId, id })).document;
}

test("resumes after the provider rejected the key and then was unavailable, without embedding a text twice", async () => {
  const running = await startFilled("builtin");
  provider.set({ delayMs: 100 });
  await running.start(models.a);
  await until("the first vectors", () => (provider.stats.answered > 0 ? true : undefined));
  provider.set({ status: 401 });
  await logged(running, "re-embedding of documents failed");
  expect(await running.states()).toMatchObject({ [models.a.name]: "filling" });
  expect((await running.found(TEXTS.get("d7") ?? "", "vector")).names[0]).toBe("d7");
  provider.set({ status: 503 });
  const { calls } = provider.stats;
  await until("another try", () => (provider.stats.calls > calls ? true : undefined));
  provider.set({ status: undefined });
  await running.changedTo(models.a);
  expect(provider.stats.texts).toBe(COUNT);
  provider.reset();
  await expectAllFound(running);
}, 120_000);

test("when the old provider is gone, queries use the lexical index and report it; new documents are found by their vectors", async () => {
  const running = await startFilled("a");
  const next = startModelProvider();
  try {
    const b = modelsOf(next).b;
    next.set({ limit: { calls: 8, windowMs: 600_000 } });
    await running.start(b);
    const hybrid = await running.app.quarry.query({
      ...{ query: TEXTS.get("d5") ?? "", spaceIds: running.spaceId, explain: true },
    });
    expect(hybrid.results[0]?.document.filename).toBe("d5");
    expect(hybrid.degraded).toEqual({
      mode: "lexical",
      reason: `Documents embedded with ${models.a.name} are found by their words alone until they are embedded with ${b.name}.`,
    });
    expect(hybrid.reasoning).toContain("are found by their words alone");
    const other = (await running.app.quarry.spaces.create({ name: "Other" })).space.id;
    const untouched = await running.app.quarry.query({ query: "anything at all", spaceIds: other });
    expect(untouched.degraded).toBeUndefined();
    next.reset();
    await running.put(new Map([["new", ownText("new")]]));
    expect((await running.found(ownText("new"), "vector")).names[0]).toBe("new");
    await running.changedTo(b);
    await expectAllFound(running);
    expect((await running.found(TEXTS.get("d5") ?? "", "hybrid")).degraded).toBe(false);
  } finally {
    await next.stop();
  }
}, 120_000);

test("the new model immediately replaces an old model that rejects every call", async () => {
  const running = await startFilled("a");
  provider.set({ onlyModel: "model-a", status: 404 });
  await running.start(models.b);
  await logged(running, "replaces it immediately");
  await running.changedTo(models.b);
  await expectAllFound(running, NAMES.slice(0, 20));
}, 120_000);

test("a text that the provider rejects is found by its words, and its document has a warning", async () => {
  const running = await startFilled("builtin");
  const paragraph = (word: string) => `${word} ${ownText(word)}. `.repeat(12);
  const long = ["forbidden", "harmless"].map(paragraph).join("\n\n");
  await running.put(new Map([["refused.md", long]]));
  const before = await documentOf(running, "refused.md");
  expect(before.chunkCount).toBeGreaterThan(1);
  provider.set({ refusedText: "forbidden" });
  await running.start(models.a);
  await running.changedTo(models.a);
  const after = await documentOf(running, "refused.md");
  expect(after).toEqual({
    ...before,
    embeddingModel: models.a.name,
    warnings: [expect.stringContaining("refuses a part of this text")],
  });
  const find = (mode: "vector" | "lexical", word: string) => running.found(`${word} ${ownText(word)}`, mode);
  expect((await find("lexical", "forbidden")).names[0]).toBe("refused.md");
  expect((await find("vector", "harmless")).names[0]).toBe("refused.md");
  await expectAllFound(running, NAMES.slice(0, 20));
  expect((await documentOf(running, "d1")).warnings).toEqual([]);
  expect(await operate(running.app.deps, { name: "doctor", repair: false })).toEqual(["no problems found"]);
  // Another model may accept it.
  await running.start(models.builtin);
  await running.changedTo(models.builtin);
  expect((await documentOf(running, "refused.md")).warnings).toEqual([]);
  expect((await find("vector", "forbidden")).names[0]).toBe("refused.md");
}, 120_000);

test("a write that started with a model that is no longer in use is embedded with the new model", async () => {
  const running = await startFilled("a");
  await running.start(models.b);
  provider.set({ onlyModel: "model-a", delayMs: 8000 });
  const late = running.put(new Map([["late", ownText("late")]]));
  await running.changedTo(models.b);
  await late;
  expect((await documentOf(running, "late")).embeddingModel).toBe(models.b.name);
  expect((await running.found(ownText("late"), "vector")).names[0]).toBe("late");
  expect(await running.states()).toEqual({ [models.b.name]: "writing" });
}, 120_000);

test("moves the documents of a database without recorded models to the configured model", async () => {
  const running = await startFilled("a");
  // These two lose their vectors: no process can use their model.
  const lost = ["d1", "d2"].map((name) => `'${name}'`).join();
  await runSql(
    running.app.deps,
    `update documents set embedding_model = 'another:model' where filename in (${lost})`,
  );
  await runSql(running.app.deps, "delete from embedding_models");
  await running.start(models.b);
  await running.changedTo(models.b);
  await expectAllFound(running, NAMES.slice(0, 20));
  expect(await operate(running.app.deps, { name: "doctor", repair: false })).toEqual(["no problems found"]);
}, 120_000);

test("returns to the old model during a change without losing or re-embedding a document", async () => {
  const running = await startFilled("a");
  const { texts } = provider.stats;
  provider.set({ onlyModel: "model-b", delayMs: 100 });
  await running.start(models.b);
  await running.start(models.a);
  await running.changedTo(models.a);
  await expectAllFound(running, NAMES.slice(0, 20));
  // Twenty questions, at most one call for the other model, and one probe of the old model.
  expect(provider.stats.texts - texts).toBeLessThanOrEqual(20 + 128 + 1);
}, 120_000);
