import type { QueryMode } from "@quarry/sdk";
import { type Filter, filterOf } from "./filter.ts";

const MODES: readonly string[] = ["hybrid", "vector", "lexical"] satisfies QueryMode[];

/** What the address of the playground holds: a question with its settings. Absent settings have their defaults. */
export interface PlaygroundSearch {
  readonly q?: string | undefined;
  /** Slugs or ids of spaces, separated by commas; absent: the spaces that the server recommends. */
  readonly spaces?: string | undefined;
  readonly mode?: QueryMode | undefined;
  readonly topK?: number | undefined;
  readonly threshold?: number | undefined;
  readonly maxPerDocument?: number | undefined;
  readonly filter?: Filter | undefined;
  readonly rerank?: true | undefined;
}

/** Reads it; what is not understood is left out. */
export function readPlaygroundSearch(search: Record<string, unknown>): PlaygroundSearch {
  const { q, spaces, mode } = search;
  return {
    // A question of digits alone arrives as a number.
    q: typeof q === "string" || typeof q === "number" ? String(q) || undefined : undefined,
    spaces:
      typeof spaces === "string" || typeof spaces === "number" ? String(spaces) || undefined : undefined,
    mode: typeof mode === "string" && MODES.includes(mode) ? (mode as QueryMode) : undefined,
    topK: numberIn(search.topK, 1, 100, true),
    threshold: numberIn(search.threshold, 0, 1),
    maxPerDocument: numberIn(search.maxPerDocument, 1, 100, true),
    filter: filterOf(search.filter),
    rerank: search.rerank === true ? true : undefined,
  };
}

function numberIn(value: unknown, least: number, most: number, isWhole = false): number | undefined {
  if (typeof value !== "number" || !(value >= least && value <= most)) return undefined;
  return isWhole && !Number.isInteger(value) ? undefined : value;
}

/** The names of the chosen spaces. */
export function chosenSpaces({ spaces }: PlaygroundSearch): string[] {
  return spaces?.split(",").filter((name) => name !== "") ?? [];
}
