import { afterAll, beforeAll, expect, test } from "bun:test";
import { join, resolve } from "node:path";
import { YAML } from "bun";
import { type Caller, createCaller, type RunningServer, startServer } from "../support/running-server.ts";

const DEPLOY = resolve(import.meta.dir, "../../deploy");
const TOKEN = "a-token-of-the-operator";
/** What Prometheus adds to each series. */
const ADDED_LABELS = ["instance", "job", "le"];
const WORDS_OF_THE_LANGUAGE = /^(sum|max|by|rate|topk|histogram_quantile|min_over_time)$/;

let server: RunningServer;
/** The labels of each series that the service prints, with their values. */
const printed = new Map<string, Map<string, Set<string>>>();

beforeAll(async () => {
  server = await startServer({ env: { QUARRY_METRICS_TOKEN: TOKEN } });
  const call: Caller = createCaller(server);
  const { json } = await call("POST", "/api/spaces", { body: { name: "Measured" } });
  const spaceId = (json.space as { id: string }).id;
  await call("PUT", "/api/documents", { body: { spaceId, filename: "a.txt", content: "The tide is high." } });
  await call("POST", "/api/query", { body: { query: "tide", spaceIds: spaceId } });
  const { text } = await call("GET", "/metrics", {
    key: null,
    headers: { Authorization: `Bearer ${TOKEN}` },
  });
  for (const [, name = "", labels = ""] of text.matchAll(/^([a-z_]+)(?:\{(.*)\})? /gm)) {
    const known = printed.get(name) ?? new Map<string, Set<string>>();
    printed.set(name, known);
    for (const [, label = "", value = ""] of labels.matchAll(/(\w+)="([^"]*)"/g))
      known.set(label, (known.get(label) ?? new Set()).add(value));
  }
}, 60_000);
afterAll(() => server?.stop());

/** What an expression names that the service does not print. */
function unknownIn(expression: string): string[] {
  const problems: string[] = [];
  const bare = expression.replace(/"[^"]*"/g, '""');
  const names = (bare.replace(/\{[^}]*\}|\bby \([^)]*\)/g, "").match(/\b[a-z][a-z_]+\b/g) ?? []).filter(
    (name) => !WORDS_OF_THE_LANGUAGE.test(name),
  );
  for (const name of names) if (name !== "up" && !printed.has(name)) problems.push(name);
  const labels = new Set([
    ...names.flatMap((name) => [...(printed.get(name)?.keys() ?? [])]),
    ...ADDED_LABELS,
  ]);
  for (const [, list = ""] of bare.matchAll(/\bby \(([^)]*)\)/g))
    for (const label of list.split(", ")) if (!labels.has(label)) problems.push(`by (${label})`);
  for (const [, name = "", matchers = ""] of expression.matchAll(/([a-z_]+)\{([^}]*)\}/g))
    for (const [matcher, label = "", operator = "", value = ""] of matchers.matchAll(
      /(\w+)([=!~]+)"([^"]*)"/g,
    )) {
      if (ADDED_LABELS.includes(label)) continue;
      const values = printed.get(name)?.get(label);
      if (!values || (operator === "=" && !values.has(value))) problems.push(`${name}{${matcher}}`);
    }
  return problems;
}

/** The values of all properties named `expr`, at any depth. */
function expressionsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "expr" && typeof inner === "string" ? [inner] : expressionsIn(inner),
  );
}

test("the board shows only series and labels that /metrics prints", async () => {
  const expressions = expressionsIn(await Bun.file(join(DEPLOY, "grafana/quarry.json")).json());
  expect(expressions.length).toBeGreaterThan(15);
  expect(expressions.flatMap(unknownIn)).toEqual([]);
});

test("the board shows every metric of the service", async () => {
  const board = await Bun.file(join(DEPLOY, "grafana/quarry.json")).text();
  const metrics = new Set([...printed.keys()].map((name) => name.replace(/_(bucket|sum|count)$/, "")));
  expect(metrics.size).toBeGreaterThan(10);
  expect([...metrics].filter((name) => !board.includes(name))).toEqual([]);
});

test("the alerts watch only series and labels that /metrics prints", async () => {
  const expressions = expressionsIn(
    YAML.parse(await Bun.file(join(DEPLOY, "prometheus/alerts.yaml")).text()),
  );
  expect(expressions.length).toBeGreaterThan(5);
  expect(expressions.flatMap(unknownIn)).toEqual([]);
});

test("an unknown series, label or value is found", () => {
  expect(unknownIn("rate(quarry_questions_total[5m]) > 1")).toEqual(["quarry_questions_total"]);
  expect(unknownIn('http_requests_total{code="500"}')).toEqual(['http_requests_total{code="500"}']);
  expect(unknownIn('quarry_queue_entries{state="late"}')).toEqual(['quarry_queue_entries{state="late"}']);
  expect(unknownIn("sum by (space) (http_requests_total)")).toEqual(["by (space)"]);
});
