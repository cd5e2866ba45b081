import type { QueryAnswer, QueryBody, SmartQueryAnswer, SmartQueryBody } from "@quarry/sdk";
import { queryOptions } from "@tanstack/react-query";
import { createClient } from "../api/client.ts";
import { chosenSpaces, type PlaygroundSearch, type QuestionSettings } from "./playground-search.ts";
import { readServerTiming, type Stage } from "./server-timing.ts";

type Metadata = Record<string, unknown>;

/** The call that a question makes: to chosen spaces, or to the spaces that the server recommends. */
export type Question =
  | { readonly kind: "query"; readonly body: QueryBody }
  | { readonly kind: "smart"; readonly body: SmartQueryBody };

/**
 * Makes the call of an address; undefined without a question.
 * @param settings The settings in the address, unless others are given.
 */
export function questionOf(
  search: PlaygroundSearch,
  { mode, topK, threshold, maxPerDocument, filter, rerank }: QuestionSettings = search,
): Question | undefined {
  const { q } = search;
  if (q === undefined || q.trim() === "") return undefined;
  const shared = {
    query: q,
    ...(mode === undefined ? {} : { mode }),
    ...(topK === undefined ? {} : { topK }),
    ...(threshold === undefined ? {} : { threshold }),
    ...(maxPerDocument === undefined ? {} : { maxPerDocument }),
    ...(filter === undefined ? {} : { filter }),
    ...(rerank === undefined ? {} : { rerank }),
    highlight: true,
    explain: true,
  };
  const spaceIds = chosenSpaces(search);
  return spaceIds.length > 0
    ? { kind: "query", body: { spaceIds, ...shared } }
    : { kind: "smart", body: { ...shared, search: true } };
}

/** An answer, and how long it took. */
export interface Answered {
  readonly answer: Partial<QueryAnswer<Metadata>> &
    Partial<Pick<SmartQueryAnswer<Metadata>, "recommendations">>;
  /** From the call to its answer, as the browser measured it. */
  readonly totalMs: number;
  readonly stages: readonly Stage[];
}

/** Asks a question. */
export function questionQuery(organizationId: string | undefined, question: Question | undefined) {
  return queryOptions({
    queryKey: ["question", organizationId, question],
    enabled: question !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<Answered> => {
      if (!question) throw new Error("There is no question.");
      let timing: string | null = null;
      const quarry = createClient(organizationId, async (url, init) => {
        const response = await fetch(url, init);
        timing = response.headers.get("server-timing");
        return response;
      });
      const startedMs = performance.now();
      const answer =
        question.kind === "query"
          ? await quarry.query(question.body, { signal })
          : await quarry.smartQuery(question.body, { signal });
      return { answer, totalMs: performance.now() - startedMs, stages: readServerTiming(timing) };
    },
  });
}
