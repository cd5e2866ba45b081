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
} from "./model-state-queries.ts";
import { type ModelStates, modelsOfDocuments, modelThatIs, withTarget } from "./model-states.ts";

/** Which embedding models serve: one, or several while documents change from one to another. */
export interface EmbeddingModels {
  current(): ServingModels;
  /**
   * The embedder whose vectors new documents get.
   * @throws QuarryError `unavailable` when this process has not what it takes to use it.
   */
  writing(): Embedder;
  /** What embeds with a model, if this process can. */
  embedderOf(model: string): Embedder | undefined;
  /**
   * In a transaction that writes documents with vectors of a model, keeps it in use until the end; false when it is in
   * use no more: the documents are to be embedded with the one that is now.
   */
  hold(tx: Database, model: string): Promise<boolean>;
  /** Models that documents of these spaces have and that questions cannot be compared with. */
  unusableIn(orgId: string, spaceIds: readonly string[]): Promise<readonly string[]>;
  /** Changes what the models are used for. */
  change(decide: (before: ModelStates) => ModelStates): Promise<void>;
  /** Begins to follow what other processes change. */
  start(): void;
  close(): Promise<void>;
}

/** The models at a moment. */
export interface ServingModels {
  readonly states: ModelStates;
  /** The model of new documents. */
  readonly writing: string;
  /** The one that will be, when everything is embedded with it. */
  readonly filling: string | undefined;
  readonly leaving: readonly string[];
  /** What questions are compared with; documents move from the first of them to the last. */
  readonly searching: readonly Embedder[];
  /** Models that documents have and that this process cannot use. */
  readonly unusable: readonly string[];
}

/** How long other processes may not know of a change. */
export const MODELS_POLL_MS = 1000;

/**
 * Opens the models of a database, which all its processes share: the one that starts last decides which model
 * documents are to have.
 * @param configured What this process is set to.
 * @param embedderOfName Makes the embedder of another model; undefined when that is not possible.
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
          `The embedding model ${model} cannot be used with the present settings; documents embedded with it are found by their words alone.`,
        );
    }
    return embedders.get(model);
  }

  function toServing(states: ModelStates): ServingModels {
    const models = modelsOfDocuments(states);
    return {
      states,
      writing: modelThatIs(states, "writing") ?? configured.model,
      filling: modelThatIs(states, "filling"),
      leaving: models.filter((model) => states.get(model) === "leaving"),
      searching: models.flatMap((model) => embedderOf(model) ?? []),
      unusable: models.filter((model) => !embedderOf(model)),
    };
  }

  /** Stays the same object as long as nothing changes. */
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
    const meanwhile = old.length > 0 ? `${old.join(" and ")} serves` : "they are found by their words";
    if (total > 0) log.info(`${total} documents are embedded anew with ${target}; ${meanwhile} meanwhile.`);
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
        `This process cannot use the embedding model ${serving.writing}, which another one on the same database is set to. Give all processes the same settings of the embedder.`,
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
      // Nobody else changes what is in this process's own database.
      if (database.isEmbedded) return;
      // While the database is away, nothing changes.
      const look = () => readModelStates(db).then(show, () => undefined);
      timer = setInterval(look, MODELS_POLL_MS);
      timer.unref();
    },

    async close() {
      clearInterval(timer);
      for (const embedder of embedders.values()) await embedder?.close();
    },
  };
}
