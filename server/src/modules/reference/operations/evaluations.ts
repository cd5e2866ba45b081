import { evaluation, IDS, pageWith, run } from "../examples.ts";
import type { OperationReferences } from "../operation.ts";

const { queries: _queries, ...summary } = run;
const { queries: _golden, ...record } = evaluation;

const QUERIES = [
  { query: "How many days of leave do I have?", relevant: [{ filename: "leave.md", grade: 1 }] },
];

/** The operations of evaluations. */
export const EVALUATION_OPERATIONS: OperationReferences = {
  listEvaluations: {
    needs: "queries:read",
    description:
      "Lists the evaluations of a space, newest first, each with the figures of its latest run and without its golden queries.",
    request: { query: { pageSize: 10 } },
    answer: pageWith({ ...record, queryCount: 1, latestRun: summary }),
  },
  createEvaluation: {
    needs: "spaces:write",
    description:
      "Stores golden queries: questions with the filenames of the documents that answer them. It runs nothing. A name that the space already holds answers 409. A space can have 100 evaluations.",
    request: { body: { name: evaluation.name, queries: QUERIES } },
    answer: { evaluation },
  },
  getEvaluation: {
    needs: "queries:read",
    description: "Returns an evaluation with all its golden queries, without its runs.",
    answer: { evaluation },
  },
  updateEvaluation: {
    needs: "spaces:write",
    description:
      "Renames an evaluation, or replaces all its golden queries. Its runs stay as they were measured, so runs before and after a change of the queries do not compare.",
    request: { body: { queries: QUERIES } },
    answer: { evaluation },
  },
  deleteEvaluation: {
    needs: "spaces:write",
    description: "Deletes an evaluation, its golden queries and its runs. The documents stay.",
    answer: { deleted: true, id: IDS.evaluation },
  },
  listEvaluationRuns: {
    needs: "queries:read",
    description:
      "Lists the runs of an evaluation, newest first, without the result of each query. The latest 500 runs are kept.",
    request: { query: { pageSize: 10 } },
    answer: pageWith(summary),
  },
  runEvaluation: {
    needs: "queries:read",
    description:
      "Runs all golden queries with one configuration, or with two to compare them query by query, and answers when it is done. The run is stored. Metrics are over documents: nDCG, recall and MRR, with 95 % intervals. Nothing in the space changes.",
    request: { body: { configurations: [{ name: "hybrid", mode: "hybrid" }], k: 10 } },
    answer: { run },
  },
  getEvaluationRun: {
    needs: "queries:read",
    description: "Returns a run with the result of each golden query and the documents that it missed.",
    answer: { run },
  },
  getEvaluationReport: {
    needs: "queries:read",
    description:
      "Returns a run as an HTML page with plots and the queries that went worst, to save or to send. The page loads nothing and runs no scripts.",
    answer: "<!doctype html><title>Questions of new colleagues</title>...",
  },
  fitEvaluation: {
    needs: "queries:read",
    description:
      "Computes the weight of vector search that ranks the golden queries best, and whether it also holds for queries that it was not fitted to. Needs 20 or more golden queries with a relevant document in the space. It changes the space only with `apply: true`, which needs `spaces:write`.",
    request: { body: { apply: false } },
    answer: {
      vectorWeight: 0.4,
      current: 0.5,
      recommended: false,
      applied: false,
      queryCount: 24,
      curve: [
        { vectorWeight: 0, ndcg: 0.81 },
        { vectorWeight: 0.4, ndcg: 0.88 },
        { vectorWeight: 1, ndcg: 0.74 },
      ],
      heldOut: {
        ndcg: 0.87,
        currentNdcg: 0.86,
        difference: { value: 0.01, low: -0.01, high: 0.03 },
      },
    },
  },
};
