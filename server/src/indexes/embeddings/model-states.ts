import type { ModelState } from "../../platform/database/tables/index-tables.ts";

/** The embedding models in use, with the state of each. */
export type ModelStates = ReadonlyMap<string, ModelState>;

/** The model in a state, if any. Several models may be `leaving`. */
export function modelIn(states: ModelStates, wanted: ModelState): string | undefined {
  return [...states].find(([, state]) => state === wanted)?.[0];
}

/** The models whose vectors documents may have, the leaving ones first because documents move away from them. */
export function modelsOfDocuments(states: ModelStates): string[] {
  return (["leaving", "writing"] as const).flatMap((wanted) =>
    [...states].flatMap(([model, state]) => (state === wanted ? [model] : [])),
  );
}

/**
 * Starts the move of all documents to `target`. One model keeps serving until everything is embedded with `target`: the
 * model in the state `writing`, or the one that most documents have. When no such model is usable, or some documents
 * have vectors of `target` already, new documents get `target` immediately.
 * @param documents Number of documents with vectors of each other model.
 * @param isOfDocuments True when documents have vectors of `target`.
 * @param canUse Returns whether this process can embed with a model.
 */
export function withTarget(
  before: ModelStates,
  target: string,
  documents: ReadonlyMap<string, number>,
  isOfDocuments: boolean,
  canUse: (model: string) => boolean,
): ModelStates {
  const others = [...documents].sort(([, a], [, b]) => b - a).map(([model]) => model);
  const written = modelIn(before, "writing");
  const candidates = written === undefined ? others : [written, ...others];
  const serving = candidates.find((model) => documents.has(model) && canUse(model));
  const isAtOnce = isOfDocuments || written === target || serving === undefined;
  const next = new Map<string, ModelState>(others.map((model) => [model, "leaving"]));
  if (!isAtOnce) next.set(serving, "writing");
  return next.set(target, isAtOnce ? "writing" : "filling");
}

/** Makes `target` the model of new documents, once everything is embedded with it; the other documents switch to it. */
export function withTargetFilled(before: ModelStates, target: string): ModelStates {
  // Another process may have set another target in the meantime.
  if (before.get(target) !== "filling") return before;
  return new Map([...before.keys()].map((model) => [model, model === target ? "writing" : "leaving"]));
}

/** Removes a leaving model, once no document has its vectors. */
export function withoutModel(before: ModelStates, model: string): ModelStates {
  return new Map([...before].filter(([other, state]) => other !== model || state !== "leaving"));
}
