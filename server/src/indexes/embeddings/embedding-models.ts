import { type Embedder, QuarryError } from "@quarry/core";
import type { Database, OpenDatabase } from "../../platform/database/database.ts";
import type { Log } from "../../platform/log/log.ts";
import {
  changeModelStates,
  countDocuments,
  hasDocuments,
  holdModel,
  modelsInSpaces,
  readModelStates,
} from "./model-state-rows.ts";
import { type ModelStates, modelIn, modelsOfDocuments, withTarget } from "./model-states.ts";

/** The embedding models in use: one, or several while documents move from one to another. */
export interface EmbeddingModels {
  current(): ServingModels;
  /**
   * The embedder for new documents.
   * @throws QuarryError `unavailable` when this process lacks the settings for it.
   */
  writing(): Embedder;
  /** The embedder of a model; undefined when this process lacks the settings for it. */
  embedderOf(model: string): Embedder | undefined;
  /**
   * In a transaction that writes documents with vectors of a model, keeps the model in use until the transaction ends.
   * Returns false when the model is no longer in use: the documents must be embedded with the current one.
   */
  hold(tx: Database, model: string): Promise<boolean>;
  /** Models whose vectors documents of these spaces have, but which this process cannot embed questions with. */
  unusableIn(orgId: string, spaceIds: readonly string[]): Promise<readonly string[]>;
  /** Changes the states of the models. */
  change(decide: (before: ModelStates) => ModelStates): Promise<void>;
  /** Starts to poll for changes by other processes. */
  start(): void;
  close(): Promise<void>;
}

/** A snapshot of the models in use. */
export interface ServingModels {
  readonly states: ModelStates;
  /** The model for new documents. */
  readonly writing: string;
  /** The next model for new documents, once everything is embedded with it. */
  readonly filling: string | undefined;
  readonly leaving: readonly string[];
  /** The embedders for questions; documents move from the first to the last. */
  readonly searching: readonly Embedder[];
  /** Models whose vectors documents have, but which this process cannot use. */
  readonly unusable: readonly string[];
}

/** Longest delay until other processes see a change. */
export const MODELS_POLL_MS = 1000;

/**
 * Opens the embedding models of a database. All its processes share them; the process that starts last decides the
 * target model.
 * @param configured The embedder of this process's configuration.
 * @param embedderOfName Creates the embedder of another model; undefined when the settings do not suffice.
 * @param isDeciding False for a process that writes no documents.
 */
export async function openEmbeddingModels(deps: {
  readonly database: OpenDatabase;
  readonly log: Log;
  readonly configured: Embedder;
  readonly embedderOfName: (model: string) => Embedder | undefined;
  readonly isDeciding: boolean;
}): Promise<EmbeddingModels> {
  const { database, log, configured, embedderOfName } = deps;
  const { db } = database;
  const embedders = new Map<string, Embedder | undefined>([[configured.model, configured]]);
  let timer: Timer | undefined;

  function embedderOf(model: string): Embedder | undefined {
    if (!embedders.has(model)) {
      embedders.set(model, embedderOfName(model));
      if (!embedders.get(model))
        log.info(
          `The embedding model ${model} cannot be used with the current settings. Until they are embedded with another model, its documents are found by their words alone.`,
        );
    }
    return embedders.get(model);
  }

  function toServing(states: ModelStates): ServingModels {
    const models = modelsOfDocuments(states);
    return {
      states,
      writing: modelIn(states, "writing") ?? configured.model,
      filling: modelIn(states, "filling"),
      leaving: models.filter((model) => states.get(model) === "leaving"),
      searching: models.flatMap((model) => embedderOf(model) ?? []),
      unusable: models.filter((model) => !embedderOf(model)),
    };
  }

  /** The same object as long as nothing changes, so that callers can compare it by identity. */
  let serving = toServing(await firstStates());

  function show(states: ModelStates): void {
    const isSame =
      states.size === serving.states.size &&
      [...states].every(([model, state]) => serving.states.get(model) === state);
    if (!isSame && states.size > 0) serving = toServing(states);
  }

  async function firstStates(): Promise<ModelStates> {
    if (deps.isDeciding) return decideTarget();
    const states = await readModelStates(db);
    return states.size > 0 ? states : new Map([[configured.model, "writing"]]);
  }

  async function decideTarget(): Promise<ModelStates> {
    const target = configured.model;
    let total = 0;
    const states = await changeModelStates(db, async (before, tx) => {
      const counts = await countDocuments(tx, target);
      total = [...counts.values()].reduce((sum, count) => sum + count, 0);
      const isOfDocuments = await hasDocuments(tx, target);
      return withTarget(before, target, counts, isOfDocuments, (model) => embedderOf(model) !== undefined);
    });
    const old = modelsOfDocuments(states).filter((model) => model !== target && embedderOf(model));
    const until = old.length > 0 ? `queries use ${old.join(" and ")}` : "they are found by their words alone";
    if (total > 0)
      log.info(`Embedding ${total} documents with the new model ${target}. Until then, ${until}.`);
    return states;
  }

  return {
    current: () => serving,
    embedderOf,

    writing() {
      const embedder = embedderOf(serving.writing);
      if (embedder) return embedder;
      throw new QuarryError(
        "unavailable",
        `This process cannot use the embedding model ${serving.writing}, which another process on the same database uses. Configure the same embedder for all processes.`,
        { retryAfterMs: MODELS_POLL_MS },
      );
    },

    async hold(tx, model) {
      const isHeld = await holdModel(tx, model);
      if (!isHeld) show(await readModelStates(tx));
      return isHeld;
    },

    async unusableIn(orgId, spaceIds) {
      const { unusable } = serving;
      return unusable.length > 0 ? modelsInSpaces(db, orgId, spaceIds, unusable) : [];
    },

    change: async (decide) => show(await changeModelStates(db, decide)),

    start() {
      // No other process changes an embedded database.
      if (database.isEmbedded) return;
      // While the database is unavailable, nothing changes.
      const poll = () => readModelStates(db).then(show, () => undefined);
      timer = setInterval(poll, MODELS_POLL_MS);
      timer.unref();
    },

    async close() {
      clearInterval(timer);
      for (const embedder of embedders.values()) await embedder?.close();
    },
  };
}
