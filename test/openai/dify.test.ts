import { afterAll, beforeAll, expect, test } from "bun:test";
import { addTenant } from "../server/other-tenant.ts";
import { type InProcessApp, startApp } from "../support/in-process-app.ts";

let app: InProcessApp;
let knowledge_id: string;
beforeAll(async () => {
  app = await startApp();
  const { space } = await app.quarry.spaces.create({ name: "Birds" });
  knowledge_id = space.id;
  const documents = [
    ["heron.md", "The heron is a bird of the river.", { year: 2022, kind: "wader" }],
    ["owl.md", "The owl is a bird of the night.", { year: 2024, kind: "raptor", note: "" }],
  ] as const;
  for (const [filename, content, metadata] of documents)
    await app.quarry.documents.upsert({ spaceId: knowledge_id, filename, content, metadata });
}, 120_000);
afterAll(() => app.stop());

interface DifyRecord {
  readonly content: string;
  readonly score: number;
  readonly title: string;
  readonly metadata: object;
}

const setting = { top_k: 5, score_threshold: 0 };

async function retrieve(body: unknown, authorization = `Bearer ${app.rootKey}`) {
  const url = "http://localhost/dify/retrieval";
  const headers = { authorization, "content-type": "application/json" };
  const request = new Request(url, { method: "POST", headers, body: JSON.stringify(body) });
  const response = await app.app.handle(request);
  const answer = (await response.json()) as {
    records: DifyRecord[];
    error_code?: number;
    error_msg?: string;
  };
  return { status: response.status, body: answer };
}

test("answers as Dify expects", async () => {
  const { status, body } = await retrieve({ knowledge_id, query: "owl", retrieval_setting: setting });
  expect(status).toBe(200);
  expect(body.records[0]).toMatchObject({
    content: "The owl is a bird of the night.",
    title: "owl.md",
    metadata: { kind: "raptor", document_id: expect.stringMatching(/^doc_/) },
  });
  expect(body.records[0]?.score).toBeGreaterThan(0);
  const few = { top_k: 1, score_threshold: 0 };
  const one = await retrieve({ knowledge_id, query: "bird", retrieval_setting: few });
  expect(one.body.records).toHaveLength(1);
  const none = await retrieve({ knowledge_id, query: "zeppelin", retrieval_setting: setting });
  expect(none).toEqual({ status: 200, body: { records: [] } });
});

const FOUND: readonly (readonly [object, readonly string[]])[] = [
  [{ name: "kind", comparison_operator: "is", value: "raptor" }, ["owl.md"]],
  [{ name: ["kind", "note"], comparison_operator: "is", value: "wader" }, ["heron.md"]],
  [{ name: "kind", comparison_operator: "is not", value: "raptor" }, ["heron.md"]],
  [{ name: "kind", comparison_operator: "in", value: ["raptor", "wader"] }, ["heron.md", "owl.md"]],
  [{ name: "kind", comparison_operator: "not in", value: "raptor, duck" }, ["heron.md"]],
  [{ name: "year", comparison_operator: "is", value: "2024" }, ["owl.md"]],
  [{ name: "year", comparison_operator: "=", value: "2024" }, ["owl.md"]],
  [{ name: "year", comparison_operator: "≠", value: 2024 }, ["heron.md"]],
  [{ name: "year", comparison_operator: ">", value: "2022" }, ["owl.md"]],
  [{ name: "year", comparison_operator: "≤", value: 2022 }, ["heron.md"]],
  [{ name: "kind", comparison_operator: "before", value: "s" }, ["owl.md"]],
  [{ name: "note", comparison_operator: "empty" }, ["heron.md", "owl.md"]],
  [{ name: "kind", comparison_operator: "not empty" }, ["heron.md", "owl.md"]],
];

for (const [condition, found] of FOUND)
  test(`${JSON.stringify(condition)} finds ${found.join(", ")}`, async () => {
    const metadata_condition = { logical_operator: "and", conditions: [condition] };
    const { body } = await retrieve({
      knowledge_id,
      query: "bird",
      retrieval_setting: setting,
      metadata_condition,
    });
    expect(body.records.map(({ title }) => title).sort()).toEqual([...found]);
  });

test("conditions are combined by `or`, and none is no filter", async () => {
  const conditions = ["wader", "raptor"].map((value) => ({ name: "kind", comparison_operator: "is", value }));
  const ask = async (metadata_condition: unknown) =>
    (await retrieve({ knowledge_id, query: "bird", retrieval_setting: setting, metadata_condition })).body
      .records;
  expect(await ask({ logical_operator: "or", conditions })).toHaveLength(2);
  expect(await ask({ logical_operator: "and", conditions })).toHaveLength(0);
  expect(await ask({ conditions: [] })).toHaveLength(2);
  expect(await ask(null)).toHaveLength(2);
});

test("errors have Dify's form", async () => {
  const body = { knowledge_id, query: "owl", retrieval_setting: setting };
  expect(await retrieve(body, "Bearer wrong")).toMatchObject({ status: 401, body: { error_code: 1002 } });
  expect(await retrieve({ ...body, knowledge_id: "spc_none" })).toMatchObject({
    ...{ status: 404, body: { error_code: 2001 } },
  });
  const { key } = await addTenant(app.deps, "Other", "enterprise");
  expect(await retrieve(body, `Bearer ${key}`)).toMatchObject({ status: 404, body: { error_code: 2001 } });
  const conditions = [{ name: "kind", comparison_operator: "contains", value: "r" }];
  const refused = await retrieve({ ...body, metadata_condition: { conditions } });
  expect(refused).toMatchObject({ status: 400, body: { error_code: 400 } });
  expect(refused.body.error_msg).toContain("is not supported by this server");
  const broken = [{ name: "kind", comparison_operator: "is", value: "a\u0000b" }];
  expect(await retrieve({ ...body, metadata_condition: { conditions: broken } })).toMatchObject({
    status: 400,
  });
  expect(await retrieve({ ...body, query: "" })).toMatchObject({ status: 400, body: { error_code: 400 } });
});
