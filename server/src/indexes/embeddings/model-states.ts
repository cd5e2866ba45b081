import type { ModelState } from "../../platform/database/tables/index-tables.ts";

/** The embedding models in use, and what each is used for. */
export type ModelStates = ReadonlyMap<string, ModelState>;

/** The model that is used for this, if there is one; of `leaving` there may be several. */
export function modelThatIs(states: ModelStates, wanted: ModelState): string | undefined {
  return [...states].find(([, state]) => state === wanted)?.[0];
}

/** The models of which documents may have vectors: those that are leaving first, since documents move that way. */
export function modelsOfDocuments(states: ModelStates): string[] {
  return (["leaving", "writing"] as const).flatMap((wanted) =>
    [...states].flatMap(([model, state]) => (state === wanted ? [model] : [])),
  );
}

/**
 * How all documents come to be embedded with `target`. One model goes on serving until that is prepared: the one that
 * is being written, or the one that most documents have. Where there is none that can be used, or documents have
 * vectors of `target` already, new ones get them at once.
 * @param documents How many documents have vectors of each other model.
 * @param isOfDocuments True when documents have vectors of `target`.
 * @param canUse Whether this process has what it takes to embed with a model.
 */
export function withTarget(
  before: ModelStates,
  target: string,
  documents: ReadonlyMap<string, number>,
  isOfDocuments: boolean,
  canUse: (model: string) => boolean,
): ModelStates {
  const others = [...documents].sort(([, a], [, b]) => b - a).map(([model]) => model);
  const written = modelThatIs(before, "writing");
  const candidates = written === undefined ? others : [written, ...others];
  const serving = candidates.find((model) => documents.has(model) && canUse(model));
  const isAtOnce = isOfDocuments || written === target || serving === undefined;
  const next = new Map<string, ModelState>(others.map((model) => [model, "leaving"]));
  if (!isAtOnce) next.set(serving, "writing");
  return next.set(target, isAtOnce ? "writing" : "filling");
}

/** Everything is embedded with `target`: new documents get it, and the others switch to it. */
export function withTargetFilled(before: ModelStates, target: string): ModelStates {
  // Somebody may have set another target meanwhile.
  if (before.get(target) !== "filling") return before;
  return new Map([...before.keys()].map((model) => [model, model === target ? "writing" : "leaving"]));
}

/** No document has vectors of this model any more. */
export function withoutModel(before: ModelStates, model: string): ModelStates {
  return new Map([...before].filter(([other, state]) => other !== model || state !== "leaving"));
}
