import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { LIMITS } from "@quarry/schema";
import { expectMatch } from "../../contract/expecting.ts";
import { rejection } from "../../support/failure.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { runSql } from "../rows.ts";

let app: InProcessApp;

beforeAll(async () => {
  app = await startApp();
}, 120_000);
afterAll(() => app.stop());

const golden = (count: number, filename = "otter.md") =>
  Array.from({ length: count }, (_, at) => ({ query: `otters hold hands ${at}`, relevant: [{ filename }] }));

async function prepare(queries = golden(1), name = "golden") {
  const { space } = await app.quarry.spaces.create({ name: "Zoo" });
  const spaceId = space.id;
  await app.quarry.documents.upsert({ spaceId, filename: "otter.md", content: "Otters hold hands." });
  const { evaluation } = await app.quarry.evaluations.create({ spaceId, name, queries });
  return { spaceId, id: evaluation.id };
}

async function count(table: string, where: string): Promise<number> {
  return Number((await runSql(app.deps, `select count(*) as n from ${table} where ${where}`))[0]?.n);
}

describe("a run", () => {
  test("ends when the caller disconnects, and stores nothing", async () => {
    const { spaceId, id } = await prepare(golden(1000));
    const leaving = new AbortController();
    const asked = app.app.handle(
      new Request(`http://localhost/api/spaces/${spaceId}/evaluations/${id}/runs`, {
        method: "POST",
        signal: leaving.signal,
        headers: { "svc-api-key": app.rootKey, "content-type": "application/json" },
        body: "{}",
      }),
    );
    await Bun.sleep(50);
    leaving.abort();
    expect(await (await asked).text()).toContain("The caller disconnected");
    expect(await count("evaluation_runs", `evaluation_id = '${id}'`)).toBe(0);
    expect(app.logLines.filter((line) => line.includes("A request failed"))).toEqual([]);
  }, 120_000);

  test("returns 404 and is not stored when its evaluation is deleted during the run", async () => {
    const { spaceId, id } = await prepare(golden(300));
    const running = app.quarry.evaluations.run({ spaceId, id });
    await Bun.sleep(20);
    await app.quarry.evaluations.delete({ spaceId, id });
    expect(await rejection(running)).toMatchObject({ status: 404 });
    expect(await count("evaluation_runs", `evaluation_id = '${id}'`)).toBe(0);
  }, 120_000);

  test("is refused while two of its organization run, and accepted when one has ended", async () => {
    const { spaceId, id } = await prepare(golden(200));
    const runs = Array.from({ length: 5 }, () => app.quarry.evaluations.run({ spaceId, id }));
    const outcomes = await Promise.allSettled(runs);
    const refused = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
    expect(refused).toHaveLength(3);
    for (const error of refused) expect(error).toMatchObject({ status: 503, retryAfterMs: 2000 });
    await app.quarry.evaluations.run({ spaceId, id });
    expect(await count("evaluation_runs", `evaluation_id = '${id}'`)).toBe(3);
  });

  test("ranks documents by their best passages, or passages with maxPerDocument", async () => {
    const { space } = await app.quarry.spaces.create({ name: "Long", chunking: { maxTokens: 50 } });
    const spaceId = space.id;
    const passages = (text: string, times: number) =>
      Array.from({ length: times }, (_, at) => `# Part ${at}\n\n${text} ${"and so on ".repeat(10)}`).join(
        "\n\n",
      );
    for (const [filename, content] of [
      ["long.md", passages("Pelicans swallow fish whole", 12)],
      ["short.md", passages("Pelicans eat", 1)],
    ] as const)
      await app.quarry.documents.upsert({ spaceId, filename, content });
    const queries = [{ query: "pelicans swallow fish", relevant: [{ filename: "short.md" }] }];
    const { evaluation } = await app.quarry.evaluations.create({ spaceId, name: "golden", queries });
    const { run } = await app.quarry.evaluations.run({
      ...{ spaceId, id: evaluation.id, k: 5 },
      configurations: [{}, { maxPerDocument: 5 }],
    });
    const [documents, crowded] = run.configurations.map(({ mrr }) => mrr.value);
    expect([documents, crowded]).toEqual([0.5, 0]);
  });

  test(`is kept while it is among the last ${LIMITS.evaluationRunsKept}`, async () => {
    const name = await prepare();
    await runSql(
      app.deps,
      `insert into evaluation_runs (id, org_id, evaluation_id, figures, queries, created_at)
       select 'run_old_' || n, '${app.orgId}', '${name.id}', '{}', '[]', to_timestamp(n)
       from generate_series(1, ${LIMITS.evaluationRunsKept}) as n`,
    );
    const other = await prepare();
    await app.quarry.evaluations.run(other);
    const { run } = await app.quarry.evaluations.run(name);
    const kept = await runSql(
      app.deps,
      `select id from evaluation_runs where evaluation_id = '${name.id}' order by created_at desc`,
    );
    expect(kept).toHaveLength(LIMITS.evaluationRunsKept);
    expect([kept[0]?.id, kept.at(-1)?.id]).toEqual([run.id, "run_old_2"]);
    expect(await count("evaluation_runs", `evaluation_id = '${other.id}'`)).toBe(1);
  });

  test("uses the space's own weight and reports it", async () => {
    const name = await prepare();
    await app.quarry.spaces.update(name.spaceId, { ranking: { vectorWeight: 0.25 } });
    const configurations = [{}, { vectorWeight: 0.5 }];
    const { run } = await app.quarry.evaluations.run({ ...name, configurations });
    expect(run.configurations.map(({ vectorWeight }) => vectorWeight)).toEqual([0.25, 0.5]);
  });
});

test("purging a space erases its evaluations and their runs", async () => {
  const { spaceId, id } = await prepare();
  await app.quarry.evaluations.run({ spaceId, id });
  await app.quarry.spaces.purge(spaceId);
  expect(await count("evaluations", `id = '${id}'`)).toBe(0);
  expect(await count("evaluation_runs", `evaluation_id = '${id}'`)).toBe(0);
});

test(`a space has at most ${LIMITS.evaluationsMax} evaluations, also when many are created concurrently`, async () => {
  const { spaceId } = await prepare();
  const made = await Promise.allSettled(
    Array.from({ length: LIMITS.evaluationsMax + 5 }, (_, at) =>
      app.quarry.evaluations.create({ spaceId, name: `${at}`, queries: golden(1) }),
    ),
  );
  const refused = made.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  expect(refused).toHaveLength(6);
  for (const reason of refused) expectMatch({ ...reason, message: reason.message }, { status: 403 });
  const listed = await app.quarry.evaluations.list({ spaceId, pageSize: 1 });
  expect(listed.pagination.total).toBe(LIMITS.evaluationsMax);
}, 120_000);

describe("a report", () => {
  const EVIL = `<script>alert("x")</script>&'.md`;
  const reportOf = async (comparing: boolean) => {
    const query = `otters ${EVIL}`;
    const name = await prepare([{ query, relevant: [{ filename: EVIL }] }, ...golden(3)], EVIL);
    await app.quarry.spaces.update(name.spaceId, { name: EVIL });
    const configurations = [{ name: EVIL }, { mode: "lexical" as const }].slice(0, comparing ? 2 : 1);
    const { run } = await app.quarry.evaluations.run({ ...name, configurations });
    const path = `/api/spaces/${name.spaceId}/evaluations/${name.id}/runs/${run.id}/report`;
    return app.call("GET", path);
  };

  test.each([false, true])("escapes all content (comparing: %p)", async (comparing) => {
    const { text } = await reportOf(comparing);
    expect(text).not.toContain("<script");
    expect(text).not.toContain('alert("x")');
    // The title, the heading, the query, the missed and missing documents, and the configuration.
    expect(
      text.split("&#60;script&#62;alert(&#34;x&#34;)&#60;/script&#62;&#38;&#39;.md").length,
    ).toBeGreaterThan(6);
    const tags = new Set([...text.matchAll(/<([a-z0-9]+)/g)].map(([, tag]) => tag));
    expect([...tags].filter((tag) => tag === "script" || tag === "iframe" || tag === "img")).toEqual([]);
    expect(text).not.toMatch(/ on[a-z]+=|href=|src=/);
    const opened = [...text.matchAll(/<(svg|g|table|tbody|tr|td|th|div|ul|li|p|h2)[ >]/g)].length;
    const closed = [...text.matchAll(/<\/(svg|g|table|tbody|tr|td|th|div|ul|li|p|h2)>/g)].length;
    expect(closed).toBe(opened);
  });

  test("allows only its own style, in the header and in the page", async () => {
    const { text, headers } = await reportOf(true);
    const style = /<style>([\s\S]*?)<\/style>/.exec(text)?.[1] ?? "";
    const hash = createHash("sha256").update(style).digest("base64");
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain(`default-src 'none'; style-src 'sha256-${hash}';`);
    expect(policy).not.toContain("unsafe");
    expect(text.replaceAll("&#39;", "'")).toContain(
      `content="default-src 'none'; style-src 'sha256-${hash}';`,
    );
    expect(text).toContain("prefers-color-scheme: dark");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("has a bar for each metric and configuration, and for each query", async () => {
    const bars = (text: string, kind: string) => text.split(`<rect class="${kind}"`).length - 1;
    const { text } = await reportOf(true);
    // Three metrics and the legend.
    expect([bars(text, "first"), bars(text, "second")]).toEqual([4, 4]);
    expect(bars(text, "better") + bars(text, "worse")).toBe(4);
    const alone = (await reportOf(false)).text;
    expect([bars(alone, "first"), bars(alone, "second"), bars(alone, "better")]).toEqual([4, 0, 4]);
    expect(text.split('class="whisker"').length - 1).toBe(6);
  });
});
