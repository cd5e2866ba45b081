import { parseFilter } from "@quarry/core";
import {
  comparePaired,
  type Estimate,
  estimateMean,
  invalidField,
  ndcg,
  percentile,
  recall,
  reciprocalRank,
} from "@quarry/core/internal";
import type {
  ConfigurationFigures,
  EvaluationConfiguration,
  EvaluationFigures,
  EvaluationQuery,
  EvaluationQueryResult,
} from "@quarry/schema";
import type { TenantScope } from "../../platform/access/tenant-scope.ts";
import type { SpaceRow } from "../../records/spaces/space-rows.ts";
import type { QueryService } from "../../retrieve/query-service.ts";
import type { EmbedQuestions } from "./embed-questions.ts";
import { takeTurn } from "./take-turn.ts";

/** A run of an evaluation. */
export interface RunRequest {
  readonly scope: TenantScope;
  readonly space: SpaceRow;
  readonly queries: readonly EvaluationQuery[];
  /** One configuration, or two to compare. */
  readonly configurations: readonly EvaluationConfiguration[];
  readonly k: number;
  /** Aborted when the caller disconnects. */
  readonly signal: AbortSignal;
}

/** The result of a run, without the list of missing documents. */
export interface RunOutcome {
  readonly figures: Omit<EvaluationFigures, "missingDocuments">;
  readonly queries: EvaluationQueryResult[];
}

/** Runs golden queries and measures the results. */
export type RunEvaluation = (request: RunRequest) => Promise<RunOutcome>;

/** The measurements of one query with one configuration. */
interface Answered {
  readonly ndcg: number;
  readonly recall: number;
  readonly reciprocalRank: number;
  readonly missed: string[];
  readonly milliseconds: number;
  readonly isDegraded: boolean;
}

/** Creates the function. It sends every query through the query service, as a caller would. */
export function createRunEvaluation(deps: {
  readonly queries: QueryService;
  readonly embedQuestions: EmbedQuestions;
}): RunEvaluation {
  const { queries: queryService, embedQuestions } = deps;

  async function answer(
    { scope, space, k }: RunRequest,
    { query, relevant }: EvaluationQuery,
    { mode, vectorWeight, maxPerDocument = 1, filter, metadata }: EvaluationConfiguration,
  ): Promise<Answered> {
    const body = {
      query,
      spaceIds: space.id,
      topK: k,
      // Judgments are per document. With one passage of each document, the best k passages are the best k documents.
      maxPerDocument,
      ...(mode && { mode }),
      ...(filter && { filter }),
      ...(metadata && { metadata }),
    };
    const start = performance.now();
    const { results, degraded } = await queryService.query(scope, body, { vectorWeight });
    const milliseconds = performance.now() - start;
    const ranking = [...new Set(results.map(({ document }) => document.filename))];
    const judged = new Map(relevant.map(({ filename, grade }) => [filename, grade]));
    return {
      ndcg: ndcg(ranking, judged, k),
      recall: recall(ranking, judged, k),
      reciprocalRank: reciprocalRank(ranking, judged, k),
      missed: relevant
        .filter(({ filename, grade }) => grade > 0 && !ranking.includes(filename))
        .map(({ filename }) => filename),
      milliseconds,
      isDegraded: degraded !== undefined,
    };
  }

  return async (request) => {
    const { scope, space, queries, configurations, k, signal } = request;
    for (const [at, configuration] of configurations.entries())
      requireUsable(configuration, `/configurations/${at}`);
    if (configurations.some(({ mode }) => mode !== "lexical")) {
      const questions = queries.map(({ query }) => query);
      await embedQuestions({ orgId: scope.orgId, spaceId: space.id, questions, signal });
    }
    const answers: Answered[][] = configurations.map(() => []);
    for (const query of queries)
      for (const [at, configuration] of configurations.entries()) {
        await takeTurn(signal);
        answers[at]?.push(await answer(request, query, configuration));
      }
    const measured: ConfigurationFigures[] = [];
    for (const [at, configuration] of named(configurations).entries())
      measured.push({
        ...settingsOf(configuration, space),
        ...(await figuresOf(answers[at] ?? [], signal)),
      });
    const [first = [], second] = answers;
    const difference = second ? differenceOf(first, second) : null;
    return {
      figures: { k, queryCount: queries.length, configurations: measured, difference },
      queries: queries.map(({ query }, at) => ({
        query,
        results: answers.flatMap((answered) => {
          const found = answered[at];
          return found ? [{ ndcg: found.ndcg, missed: found.missed }] : [];
        }),
      })),
    };
  };
}

function requireUsable(
  { mode, vectorWeight, metadata, filter }: EvaluationConfiguration,
  path: string,
): void {
  parseFilter(metadata, filter, `${path}/filter`);
  if (vectorWeight !== undefined && mode !== undefined && mode !== "hybrid")
    throw invalidField(`${path}/vectorWeight`, "is only allowed with mode hybrid");
}

type Named = EvaluationConfiguration & { readonly name: string };

/** Names each configuration; the two names differ. */
function named(configurations: readonly EvaluationConfiguration[]): Named[] {
  const names = configurations.map(
    ({ name, mode = "hybrid", vectorWeight }) =>
      name ?? (vectorWeight === undefined ? mode : `${mode} with weight ${vectorWeight}`),
  );
  return configurations.map((configuration, at) => ({
    ...configuration,
    name: names.indexOf(names[at] ?? "") < at ? `${names[at]} (${at + 1})` : (names[at] ?? ""),
  }));
}

function settingsOf(
  { name, mode = "hybrid", vectorWeight, maxPerDocument, filter, metadata }: Named,
  space: SpaceRow,
) {
  const weight = mode === "hybrid" ? (vectorWeight ?? space.vectorWeight) : null;
  return {
    name,
    mode,
    vectorWeight: weight,
    maxPerDocument: maxPerDocument ?? null,
    filter: filter ?? null,
    metadata: metadata ?? null,
  };
}

type Measured = Pick<ConfigurationFigures, "ndcg" | "recall" | "mrr" | "latencyP50Ms" | "degraded">;

async function figuresOf(answered: readonly Answered[], signal: AbortSignal): Promise<Measured> {
  const estimate = async (figure: (answer: Answered) => number): Promise<Estimate> => {
    await takeTurn(signal);
    return estimateMean(answered.map(figure));
  };
  return {
    ndcg: await estimate((answer) => answer.ndcg),
    recall: await estimate((answer) => answer.recall),
    mrr: await estimate((answer) => answer.reciprocalRank),
    latencyP50Ms: percentile(
      answered.map(({ milliseconds }) => milliseconds),
      50,
    ),
    degraded: answered.filter(({ isDegraded }) => isDegraded).length,
  };
}

function differenceOf(first: readonly Answered[], second: readonly Answered[]) {
  const scores = (answered: readonly Answered[]) => answered.map(({ ndcg }) => ndcg);
  const { difference, ...counts } = comparePaired(scores(first), scores(second));
  return { ndcg: difference, ...counts };
}
