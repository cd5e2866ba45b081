import type { DocumentName, QueryMode } from "@quarry/sdk";
import { type Filter, filterOf } from "../filter/filter.ts";

const MODES: readonly string[] = ["hybrid", "vector", "lexical"] satisfies QueryMode[];

/** How a question is asked. Absent settings have their defaults. */
export interface QuestionSettings {
  readonly mode?: QueryMode | undefined;
  readonly topK?: number | undefined;
  readonly threshold?: number | undefined;
  readonly maxPerDocument?: number | undefined;
  readonly filter?: Filter | undefined;
  readonly rerank?: true | undefined;
}

/** What the address of the playground holds: a question with its settings. */
export interface PlaygroundSearch extends QuestionSettings {
  readonly q?: string | undefined;
  /** Slugs or ids of spaces, separated by commas; absent: the spaces that the server recommends. */
  readonly spaces?: string | undefined;
  /** The settings to compare with; absent: no comparison. */
  readonly second?: QuestionSettings | undefined;
  /** The document whose place is explained. */
  readonly why?: DocumentName | undefined;
}

/** Reads it; what is not understood is left out. */
export function readPlaygroundSearch(search: Record<string, unknown>): PlaygroundSearch {
  const { q, spaces } = search;
  return {
    // A question of digits alone arrives as a number.
    q: typeof q === "string" || typeof q === "number" ? String(q) || undefined : undefined,
    spaces:
      typeof spaces === "string" || typeof spaces === "number" ? String(spaces) || undefined : undefined,
    ...readSettings(search),
    second: isObject(search.second) ? readSettings(search.second) : undefined,
    why: isObject(search.why) ? readName(search.why) : undefined,
  };
}

/** The settings alone. */
export function settingsOf(search: QuestionSettings): QuestionSettings {
  const { mode, topK, threshold, maxPerDocument, filter, rerank } = search;
  return { mode, topK, threshold, maxPerDocument, filter, rerank };
}

function readSettings(values: Record<string, unknown>): QuestionSettings {
  const { mode } = values;
  return {
    mode: typeof mode === "string" && MODES.includes(mode) ? (mode as QueryMode) : undefined,
    topK: numberIn(values.topK, 1, 100, true),
    threshold: numberIn(values.threshold, 0, 1),
    maxPerDocument: numberIn(values.maxPerDocument, 1, 100, true),
    filter: filterOf(values.filter),
    rerank: values.rerank === true ? true : undefined,
  };
}

function readName({ spaceId, id }: Record<string, unknown>): DocumentName | undefined {
  return typeof spaceId === "string" && typeof id === "string" ? { spaceId, id } : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function numberIn(value: unknown, least: number, most: number, isWhole = false): number | undefined {
  if (typeof value !== "number" || !(value >= least && value <= most)) return undefined;
  return isWhole && !Number.isInteger(value) ? undefined : value;
}

/** The names of the chosen spaces. */
export function chosenSpaces({ spaces }: PlaygroundSearch): string[] {
  return spaces?.split(",").filter((name) => name !== "") ?? [];
}
