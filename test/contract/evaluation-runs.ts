import { describe, expect, test } from "bun:test";
import { call } from "./contract-server.ts";
import { expectError, expectMatch, expectRefused, expectStatus } from "./expecting.ts";
import { type Json, objects, string, TIMESTAMP } from "./reading.ts";
import { newEvaluation, newKey, newRun, newSpaceId, putDocument } from "./seeding.ts";

const ALL = { value: 1, low: 1, high: 1 };
const TEXTS: readonly (readonly [string, string])[] = [
  ["otter.md", "Otters hold hands while they sleep."],
  ["heron.md", "Herons wade in shallow water."],
  ["pelican.md", "Pelicans swallow fish whole."],
];
const QUERIES = [
  { query: "otters hold hands", relevant: [{ filename: "otter.md" }] },
  {
    query: "pelicans swallow fish",
    relevant: [{ filename: "pelican.md", grade: 2 }, { filename: "gone.md" }],
  },
];

async function zoo(): Promise<{ spaceId: string; id: string; path: string }> {
  const spaceId = await newSpaceId();
  for (const [filename, text] of TEXTS) await putDocument(spaceId, filename, text, { kind: filename });
  const id = string((await newEvaluation(spaceId, { queries: QUERIES })).id);
  return { spaceId, id, path: `/api/spaces/${spaceId}/evaluations/${id}` };
}

/** Evaluation runs over golden queries: an extension of the interface. */
export function evaluationRunTests(): void {
  describe("evaluation runs", () => {
    test("a run scores current results and reports documents missing from the space", async () => {
      const { spaceId, id } = await zoo();
      const run = await newRun(spaceId, id);
      // The missing document costs 0.6309 of 2.6309.
      const second = 2 / (2 + 1 / Math.log2(3));
      expectMatch(run, {
        id: expect.stringMatching(/^run_/),
        evaluationId: id,
        createdAt: expect.stringMatching(TIMESTAMP),
        k: 10,
        queryCount: 2,
        difference: null,
        missingDocuments: ["gone.md"],
        queries: [
          { query: "otters hold hands", results: [{ ndcg: 1, missed: [] }] },
          {
            query: "pelicans swallow fish",
            results: [{ ndcg: expect.closeTo(second, 9), missed: ["gone.md"] }],
          },
        ],
      });
      expectMatch(objects(run.configurations), [
        {
          ...{ name: "hybrid", mode: "hybrid", vectorWeight: null, maxPerDocument: null },
          ...{ filter: null, metadata: null, degraded: 0, mrr: ALL },
          ndcg: { value: expect.closeTo((1 + second) / 2, 9), low: expect.closeTo(second, 9), high: 1 },
          recall: { value: 0.75, low: 0.5, high: 1 },
          latencyP50Ms: expect.any(Number),
        },
      ]);
    });

    test("two configurations are compared query by query", async () => {
      const { spaceId, id } = await zoo();
      const configurations = [
        { name: "all", vectorWeight: 0.3 },
        { mode: "lexical", filter: { kind: "otter.md" } },
      ];
      const run = await newRun(spaceId, id, { configurations, k: 1 });
      expectMatch(objects(run.configurations), [
        { name: "all", mode: "hybrid", vectorWeight: 0.3, ndcg: ALL },
        { name: "lexical", mode: "lexical", vectorWeight: null, filter: { kind: "otter.md" } },
      ]);
      expectMatch(run, {
        difference: { ndcg: { value: -0.5, low: -1, high: 0 }, wins: 0, ties: 1, losses: 1 },
      });
      const [first, second] = objects(run.queries).map(({ results }) => objects(results));
      expect(first?.map(({ ndcg }) => ndcg)).toEqual([1, 1]);
      expect(second?.map(({ missed }) => missed)).toEqual([["gone.md"], ["pelican.md", "gone.md"]]);
    });

    test("configurations of the same name get distinct labels", async () => {
      const { spaceId, id } = await zoo();
      const { configurations } = await newRun(spaceId, id, { configurations: [{}, { maxPerDocument: 2 }] });
      expect(objects(configurations).map(({ name }) => name)).toEqual(["hybrid", "hybrid (2)"]);
    });

    test("runs are listed newest first, without their queries", async () => {
      const { spaceId, id, path } = await zoo();
      const ids: unknown[] = [];
      for (const k of [1, 2, 3]) ids.unshift((await newRun(spaceId, id, { k })).id);
      const page = await call("GET", `${path}/runs?pageSize=2`);
      expect(page.json.pagination).toEqual({ page: 1, pageSize: 2, total: 3, totalPages: 2 });
      const rest = await call("GET", `${path}/runs?pageSize=2&page=2`);
      const runs = [...objects(page.json.data), ...objects(rest.json.data)];
      expect(runs.map((run) => run.id)).toEqual(ids);
      expect(runs.map((run) => [run.k, "queries" in run])).toEqual([3, 2, 1].map((k) => [k, false]));
      expectError(await call("GET", `${path}/runs/run_missing`), 404);
      expectError(await call("GET", `${path}/runs/run_missing/report`), 404);
    });

    test("a report is one page with a strict content security policy", async () => {
      const { spaceId, id, path } = await zoo();
      const run = await newRun(spaceId, id, { configurations: [{}, { mode: "lexical" }] });
      const report = await call("GET", `${path}/runs/${string(run.id)}/report`);
      expectStatus(report, 200);
      expect(report.headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(report.headers.get("content-security-policy")).toStartWith(
        "default-src 'none'; style-src 'sha256-",
      );
      expect(report.text).toStartWith("<!doctype html>");
      expect(report.text).toContain("pelicans swallow fish");
      expect(report.text).not.toMatch(/<script|<img|<link|https?:|style=/);
    });

    test.each([
      [{ k: 0 }, "/k"],
      [{ k: 101 }, "/k"],
      [{ configurations: [] }, "/configurations"],
      [{ configurations: [{}, {}, {}] }, "/configurations"],
      [{ configurations: [{ mode: "telepathic" }] }, "/configurations/0/mode"],
      [{ configurations: [{}, { vectorWeight: 2 }] }, "/configurations/1/vectorWeight"],
      [{ configurations: [{}, { mode: "lexical", vectorWeight: 0.5 }] }, "/configurations/1/vectorWeight"],
      [{ configurations: [{ maxPerDocument: 0 }] }, "/configurations/0/maxPerDocument"],
      [{ configurations: [{ filter: { $near: 1 } }] }, "/configurations/0/filter/$near"],
      [{ configurations: [{ topK: 5 }] }, "/configurations/0/topK"],
    ])("a run of %j is refused, with the field's path", async (body: Json, path) => {
      const { path: evaluation } = await zoo();
      expectRefused(await call("POST", `${evaluation}/runs`, { body }), path);
    });

    test("fitting reports how many queries are missing, and applying needs permission to change the space", async () => {
      const { path } = await zoo();
      const message = expectError(await call("POST", `${path}/fit`, { body: {} }), 400);
      expect(message).toContain("at least 20");
      expect(message).toContain("has 2");
      expectRefused(await call("POST", `${path}/fit`, { body: { apply: "yes" } }), "/apply");
      const { key } = await newKey({ permissions: ["queries:read"] });
      expectError(await call("POST", `${path}/fit`, { key, body: {} }), 400);
      expect(expectError(await call("POST", `${path}/fit`, { key, body: { apply: true } }), 403)).toContain(
        "spaces:write",
      );
    });

    test("a fit returns the curve and its gain on held-out queries", async () => {
      const { spaceId } = await zoo();
      const queries = TEXTS.flatMap(([filename, text]) =>
        Array.from({ length: 7 }, (_, at) => ({ query: `${text} ${at}`, relevant: [{ filename }] })),
      );
      const { id } = await newEvaluation(spaceId, { queries });
      const fit = await call("POST", `/api/spaces/${spaceId}/evaluations/${string(id)}/fit`, {
        body: { apply: true },
      });
      expectStatus(fit, 200);
      expectMatch(fit.json, {
        ...{ vectorWeight: 0.1, current: 0.1, recommended: false, applied: false, queryCount: 21 },
        heldOut: { ndcg: 1, currentNdcg: 1, difference: { value: 0, low: 0, high: 0 } },
      });
      expect(objects(fit.json.curve).map(({ vectorWeight }) => vectorWeight)).toEqual(
        Array.from({ length: 21 }, (_, at) => at / 20),
      );
      const read = await call("GET", `/api/spaces/${spaceId}`);
      expectMatch(read.json.space, { ranking: { vectorWeight: null } });
    });
  });
}
