import type {
  CreateEvaluationBody,
  DeletedResponse,
  EvaluationPage,
  EvaluationResponse,
  EvaluationRunPage,
  EvaluationRunResponse,
  EvaluationRunSummary,
  EvaluationSummary,
  FitEvaluationBody,
  FitResponse,
  ListEvaluationsParameters,
  RunEvaluationBody,
  UpdateEvaluationBody,
} from "@quarry/schema";
import type { ApiPromise } from "../http/api-promise.ts";
import type { CallOptions } from "../http/options.ts";
import { path } from "../http/path.ts";
import type { Transport } from "../http/transport.ts";
import { type ListPromise, startList } from "./list-page.ts";

/** Identifies the space of an evaluation. */
export interface SpaceOfEvaluations {
  /** The space's id or slug. */
  readonly spaceId: string;
}

/** Identifies an evaluation. */
export interface EvaluationName extends SpaceOfEvaluations {
  /** Id of the evaluation. */
  readonly id: string;
}

/** Identifies a run of an evaluation. */
export interface EvaluationRunName extends EvaluationName {
  /** Id of the run. */
  readonly runId: string;
}

/** A run responds only after all its queries. The server closes idle connections shortly after this time. */
const RUN_TIMEOUT_MS = 250_000;

/** Evaluations: golden queries that measure the search quality of a space. */
export class Evaluations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Creates an evaluation from golden queries: questions with the filenames of the documents that answer them. */
  create(
    { spaceId, ...evaluation }: SpaceOfEvaluations & CreateEvaluationBody,
    options?: CallOptions,
  ): ApiPromise<EvaluationResponse> {
    const target = path`/api/spaces/${spaceId}/evaluations`;
    return this.#transport.send({ method: "POST", path: target, body: evaluation }, options);
  }

  /** Lists a space's evaluations, each with the metrics of its latest run. */
  list(
    { spaceId, ...parameters }: SpaceOfEvaluations & ListEvaluationsParameters,
    options?: CallOptions,
  ): ListPromise<EvaluationSummary> {
    const target = path`/api/spaces/${spaceId}/evaluations`;
    return startList((page = parameters.page) =>
      this.#transport.send<EvaluationPage>(
        { method: "GET", path: target, parameters: { ...parameters, page } },
        options,
      ),
    );
  }

  /** Retrieves an evaluation and its queries. */
  get(name: EvaluationName, options?: CallOptions): ApiPromise<EvaluationResponse> {
    return this.#transport.send({ method: "GET", path: pathOf(name) }, options);
  }

  /** Updates the given fields. `queries` is replaced as a whole. */
  update(
    { spaceId, id, ...changes }: EvaluationName & UpdateEvaluationBody,
    options?: CallOptions,
  ): ApiPromise<EvaluationResponse> {
    const target = pathOf({ spaceId, id });
    return this.#transport.send({ method: "PATCH", path: target, body: changes }, options);
  }

  /** Deletes an evaluation and its runs. */
  delete(name: EvaluationName, options?: CallOptions): ApiPromise<DeletedResponse> {
    return this.#transport.send({ method: "DELETE", path: pathOf(name) }, options);
  }

  /**
   * Runs all queries and returns the metrics of one configuration, or a comparison of two. This may take minutes.
   * Aborting the call cancels the run.
   */
  run(
    { spaceId, id, ...body }: EvaluationName & RunEvaluationBody,
    options?: CallOptions,
  ): ApiPromise<EvaluationRunResponse> {
    const target = `${pathOf({ spaceId, id })}/runs`;
    return this.#transport.send(
      { method: "POST", path: target, body },
      { ...options, timeoutMs: options?.timeoutMs ?? RUN_TIMEOUT_MS },
    );
  }

  /** Lists an evaluation's runs, newest first, without their queries. */
  runs(
    { spaceId, id, ...parameters }: EvaluationName & ListEvaluationsParameters,
    options?: CallOptions,
  ): ListPromise<EvaluationRunSummary> {
    const target = `${pathOf({ spaceId, id })}/runs`;
    return startList((page = parameters.page) =>
      this.#transport.send<EvaluationRunPage>(
        { method: "GET", path: target, parameters: { ...parameters, page } },
        options,
      ),
    );
  }

  /** Retrieves a run with the result of each query. */
  getRun(name: EvaluationRunName, options?: CallOptions): ApiPromise<EvaluationRunResponse> {
    return this.#transport.send({ method: "GET", path: pathOfRun(name) }, options);
  }

  /** Retrieves a run's report as a self-contained HTML page. */
  report(name: EvaluationRunName, options?: CallOptions): ApiPromise<string> {
    return this.#transport.text({ method: "GET", path: `${pathOfRun(name)}/report` }, options);
  }

  /**
   * Finds the vector weight of hybrid queries that works best for the golden queries. Requires at least 20 queries. With
   * `apply: true` the weight is set on the space if it is recommended.
   */
  fit(
    { spaceId, id, ...body }: EvaluationName & FitEvaluationBody,
    options?: CallOptions,
  ): ApiPromise<FitResponse> {
    const target = `${pathOf({ spaceId, id })}/fit`;
    // Repeating the call sets the same weight again.
    const call = { method: "POST", path: target, body, idempotent: true } as const;
    return this.#transport.send(call, { ...options, timeoutMs: options?.timeoutMs ?? RUN_TIMEOUT_MS });
  }
}

function pathOf({ spaceId, id }: EvaluationName): string {
  return path`/api/spaces/${spaceId}/evaluations/${id}`;
}

function pathOfRun({ spaceId, id, runId }: EvaluationRunName): string {
  return path`/api/spaces/${spaceId}/evaluations/${id}/runs/${runId}`;
}
