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
import { type ListPromise, startList } from "./list-page.ts";
import type { CallOptions } from "./options.ts";
import { path } from "./path.ts";
import type { Transport } from "./transport.ts";

/** Names the evaluations of one space. */
export interface SpaceOfEvaluations {
  /** The space's id or slug. */
  readonly spaceId: string;
}

/** Names one evaluation. */
export interface EvaluationName extends SpaceOfEvaluations {
  readonly id: string;
}

/** Names one run of an evaluation. */
export interface EvaluationRunName extends EvaluationName {
  readonly runId: string;
}

/** All golden queries are asked before the answer comes: as long as the server keeps a silent connection. */
const PATIENT = { timeoutMs: 250_000 } as const;

/** Evaluations: golden queries of a space, and how well they are answered. */
export class Evaluations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Keeps golden queries: questions, each with the filenames of the documents that answer it. */
  create(
    { spaceId, ...evaluation }: SpaceOfEvaluations & CreateEvaluationBody,
    options?: CallOptions,
  ): Promise<EvaluationResponse> {
    const target = path`/api/spaces/${spaceId}/evaluations`;
    return this.#transport.send({ method: "POST", path: target, body: evaluation }, options);
  }

  /** Lists a space's evaluations, each with the figures of its latest run. */
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

  /** Reads an evaluation with its queries. */
  get(name: EvaluationName, options?: CallOptions): Promise<EvaluationResponse> {
    return this.#transport.send({ method: "GET", path: pathOf(name) }, options);
  }

  /** Changes the fields that are given; `queries` takes the place of all old ones. */
  update(
    { spaceId, id, ...changes }: EvaluationName & UpdateEvaluationBody,
    options?: CallOptions,
  ): Promise<EvaluationResponse> {
    const target = pathOf({ spaceId, id });
    return this.#transport.send({ method: "PATCH", path: target, body: changes }, options);
  }

  /** Deletes an evaluation and its runs. */
  delete(name: EvaluationName, options?: CallOptions): Promise<DeletedResponse> {
    return this.#transport.send({ method: "DELETE", path: pathOf(name) }, options);
  }

  /**
   * Asks all queries and answers the figures: with one configuration, or with two that are compared. It may take
   * minutes; a call that is aborted ends the run.
   */
  run(
    { spaceId, id, ...body }: EvaluationName & RunEvaluationBody,
    options?: CallOptions,
  ): Promise<EvaluationRunResponse> {
    const target = `${pathOf({ spaceId, id })}/runs`;
    return this.#transport.send({ method: "POST", path: target, body }, { ...PATIENT, ...options });
  }

  /** Lists an evaluation's runs, the newest first, without their queries. */
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

  /** Reads a run with how each query was answered. */
  getRun(name: EvaluationRunName, options?: CallOptions): Promise<EvaluationRunResponse> {
    return this.#transport.send({ method: "GET", path: pathOfRun(name) }, options);
  }

  /** Reads a run as a page of HTML that needs nothing besides itself. */
  report(name: EvaluationRunName, options?: CallOptions): Promise<string> {
    return this.#transport.text({ method: "GET", path: `${pathOfRun(name)}/report` }, options);
  }

  /**
   * Finds the share of vectors in hybrid queries that suits the golden queries best, of which there must be 20 or more.
   * With `apply: true` the space gets it, if it is recommended.
   */
  fit(
    { spaceId, id, ...body }: EvaluationName & FitEvaluationBody,
    options?: CallOptions,
  ): Promise<FitResponse> {
    const target = `${pathOf({ spaceId, id })}/fit`;
    // Asked twice it does no harm: it gives the space the same weight again.
    const call = { method: "POST", path: target, body, idempotent: true } as const;
    return this.#transport.send(call, { ...PATIENT, ...options });
  }
}

function pathOf({ spaceId, id }: EvaluationName): string {
  return path`/api/spaces/${spaceId}/evaluations/${id}`;
}

function pathOfRun({ spaceId, id, runId }: EvaluationRunName): string {
  return path`/api/spaces/${spaceId}/evaluations/${id}/runs/${runId}`;
}
