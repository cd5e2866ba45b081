import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { QueryMode } from "@quarry/schema";
import { type EmbeddingProvider, startEmbeddingProvider } from "../../support/embedding-provider.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { until } from "../../support/until.ts";
import { runSql } from "../rows.ts";

/** Settings, as environment variables. */
export type Settings = Readonly<Record<string, string>>;

/** A model with the settings that select it. */
export interface Model {
  readonly env: Settings;
  readonly name: string;
}

/** Two models of a provider with unrelated vectors, and the builtin model, which needs no provider. */
export function modelsOf({
  apiKey,
  url,
}: Pick<EmbeddingProvider, "apiKey" | "url">): Record<"a" | "b" | "builtin", Model> {
  const openAi = (name: string, dimensions: number): Model => {
    const env = {
      ...{ OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: url, QUARRY_EMBEDDER: "openai" },
      ...{ QUARRY_EMBEDDING_MODEL: name, QUARRY_EMBEDDING_DIMENSIONS: String(dimensions) },
    };
    return { env, name: `openai:${name}:${dimensions}@${URL.parse(url)?.host}` };
  };
  return {
    a: openAi("model-a", 256),
    b: openAi("model-b", 320),
    builtin: {
      env: { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: url, QUARRY_EMBEDDER: "builtin" },
      name: "builtin:v2:512",
    },
  };
}

/** A deterministic text that shares no word with any other. */
export function ownText(name: string, version = 0): string {
  let state = Number(BigInt.asUintN(31, BigInt(Bun.hash(`${name} ${version}`)))) + 1;
  const syllable = () => {
    state = (state * 48271) % 2147483647;
    return "bcdfglmnprstvz"[state % 14] + ("aeiou"[(state >> 8) % 5] ?? "a");
  };
  const word = () => syllable() + syllable() + syllable() + syllable();
  return Array.from({ length: 9 }, word).join(" ");
}

/** The results of a question. */
export interface Found {
  readonly names: readonly string[];
  readonly similarities: readonly number[];
  readonly degraded: boolean;
}

/** A service that can be restarted with another model. */
export interface ChangingService {
  readonly provider: EmbeddingProvider;
  readonly app: InProcessApp;
  readonly spaceId: string;
  start(model: Model, env?: Settings): Promise<void>;
  put(documents: ReadonlyMap<string, string>): Promise<void>;
  /** The filenames that a question finds, best first. */
  found(query: string, mode: QueryMode): Promise<Found>;
  /** The state of each model. */
  states(): Promise<Readonly<Record<string, string>>>;
  /** Resolves when every document is embedded with a model and no other model is in use. */
  changedTo(model: Model): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a service with one space. */
export async function startChangingService(
  model: Model,
  surroundings: Settings,
  provider: EmbeddingProvider,
) {
  const dataDir = await mkdtemp(join(tmpdir(), "quarry-models-"));
  const rootKey = "the-same-key-at-every-start";
  const startWith = ({ env }: Model, more: Settings = {}) =>
    startApp({ dataDir, env: { ...surroundings, ...env, QUARRY_ROOT_KEY: rootKey, ...more } });
  let app = await startWith(model);
  const spaceId = (await app.quarry.spaces.create({ name: "Changing" })).space.id;

  const service: ChangingService = {
    provider,
    spaceId,
    get app() {
      return app;
    },
    async start(next, more) {
      await app.stop();
      app = await startWith(next, more);
      await app.deps.ready;
    },
    async put(documents) {
      const all = [...documents].map(([filename, content]) => ({ filename, content }));
      for (let start = 0; start < all.length; start += 100)
        await app.quarry.documents.upsertBatch({ spaceId, documents: all.slice(start, start + 100) });
    },
    async found(query, mode) {
      const { results, degraded } = await app.quarry.query({ query, mode, spaceIds: spaceId, topK: 10 });
      return {
        names: results.map(({ document }) => document.filename),
        similarities: results.map(({ similarity }) => similarity ?? 0),
        degraded: degraded !== undefined,
      };
    },
    async states() {
      const rows = await runSql(app.deps, "select model, state from embedding_models");
      return Object.fromEntries(rows.map(({ model, state }) => [String(model), String(state)]));
    },
    async changedTo({ name }) {
      const isDone = async () =>
        JSON.stringify(await service.states()) === JSON.stringify({ [name]: "writing" }) ? true : undefined;
      await until(`all documents to be embedded with ${name}`, isDone, 60_000);
    },
    async stop() {
      await app.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return service;
}

/** Queries one document after the other, in every mode, until stopped. Returns the failures. */
export function pollAnswers(service: ChangingService, texts: ReadonlyMap<string, string>) {
  const problems: string[] = [];
  let asked = 0;
  let isOver = false;
  const ask = async (mode: QueryMode, names: readonly string[]) => {
    for (let at = 0; !isOver; at = (at + 7) % names.length) {
      const name = names[at] ?? "";
      const { names: found, degraded } = await service.found(texts.get(name) ?? "", mode);
      asked += 1;
      // Over HTTP each question is an event of its own. Here a question may be answered without any, so that timers and
      // connections of the service would wait for ever.
      await Bun.sleep(5);
      if (found[0] !== name || degraded)
        problems.push(`${mode} ${name}: ${found.slice(0, 3)} ${degraded ? "degraded" : ""}`);
    }
  };
  const names = [...texts.keys()];
  const running = [ask("vector", names), ask("hybrid", names.toReversed())];
  return async () => {
    isOver = true;
    await Promise.all(running);
    return { asked, problems };
  };
}

/** Starts the embedding provider of these tests. */
export function startModelProvider(): EmbeddingProvider {
  return startEmbeddingProvider({ dimensions: 256 });
}
