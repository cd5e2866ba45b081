import { afterAll, beforeAll, expect, test } from "bun:test";
import { addTenant } from "../server/other-tenant.ts";
import { type InProcessApp, startApp } from "../support/in-process-app.ts";

/** `seen` is the day as text, `seenAt` the same in seconds since 1970. */
const HERON = {
  year: 2022,
  kind: "wader",
  seen: "2022-05-01",
  seenAt: 1_651_363_200,
  sign: "🐦a",
  tags: ["raw", "wet"],
};
const OWL = {
  ...{ year: 2024, kind: "raptor", note: "", seen: "2024-05-01", seenAt: 1_714_521_600 },
  ...{ sign: "🐧b", tags: ["raptor", "rarity"] },
};

let app: InProcessApp;
let knowledge_id: string;
beforeAll(async () => {
  app = await startApp();
  const { space } = await app.quarry.spaces.create({ name: "Birds" });
  knowledge_id = space.id;
  const documents = [
    ["heron.md", "The heron is a bird of the river.", HERON],
    ["owl.md", "The owl is a bird of the night.", OWL],
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

/** The operators of Dify's documentation that a filter can express, with the documents that each finds. */
const FOUND: readonly (readonly [
  name: string | string[],
  operator: string,
  value: unknown,
  found: string,
])[] = [
  ["kind", "is", "raptor", "owl"],
  [["kind", "note"], "is", "wader", "heron"],
  ["year", "is", "2024", "owl"],
  ["tags", "is", "wet", "heron"],
  ["kind", "is not", "raptor", "heron"],
  ["tags", "is not", "wet", "owl"],
  ["kind", "in", ["raptor", "wader"], "heron owl"],
  ["kind", "not in", "raptor, duck", "heron"],
  ["kind", "start with", "rap", "owl"],
  ["kind", "start with", "raptor", "owl"],
  ["kind", "start with", "raptors", ""],
  ["kind", "start with", "Rap", ""],
  ["kind", "start with", "", "heron owl"],
  ["kind", "start with", "a", ""],
  ["seen", "start with", 2024, "owl"],
  ["sign", "start with", "🐦", "heron"],
  ["sign", "start with", "🐧", "owl"],
  ["year", "start with", "20", ""],
  ["none", "start with", "r", ""],
  // "wet" is not before "s" and "raw" is before "t": only together they would pass.
  ["tags", "start with", "s", ""],
  ["tags", "start with", "rar", ""],
  ["tags", "start with", "ra", "owl"],
  ["note", "empty", undefined, "heron owl"],
  ["kind", "empty", undefined, ""],
  ["note", "not empty", undefined, ""],
  ["kind", "not empty", undefined, "heron owl"],
  ["year", "=", "2024", "owl"],
  ["year", "≠", 2024, "heron"],
  ["year", ">", "2022", "owl"],
  ["year", "<", 2024, "heron"],
  ["year", "≥", 2024, "owl"],
  ["year", "≤", "2022", "heron"],
  ["seen", "before", "2024-01-01", "heron"],
  ["seen", "after", "2024-05-01", ""],
  ["seen", "after", "2024-01-01", "owl"],
  ["seenAt", "before", 1_700_000_000, "heron"],
  ["seenAt", "before", "1700000000", "heron"],
  ["seenAt", "after", "1700000000", "owl"],
];

/** Operators that it cannot express, with what the answer says to use instead. */
const REFUSED: readonly (readonly [operator: string, instead: string])[] = [
  ["contains", '"start with" for the start of a text, or "is" or "in"'],
  ["not contains", '"is not" or "not in"'],
  ["end with", "a field that holds only the end of the text"],
];

/** All operators of Dify's documentation. */
const OPERATORS =
  "contains,not contains,start with,end with,is,is not,in,not in,empty,not empty,=,≠,>,<,≥,≤,before,after";

test("every operator of Dify is tested", () => {
  const tested = new Set([
    ...FOUND.map(([, operator]) => operator),
    ...REFUSED.map(([operator]) => operator),
  ]);
  expect([...tested].sort()).toEqual(OPERATORS.split(",").sort());
});

for (const [name, comparison_operator, value, found] of FOUND)
  test(`${JSON.stringify([name, comparison_operator, value])} finds ${found || "nothing"}`, async () => {
    const conditions = [{ name, comparison_operator, ...(value === undefined ? {} : { value }) }];
    const { body } = await retrieve({
      knowledge_id,
      query: "bird",
      retrieval_setting: setting,
      metadata_condition: { logical_operator: "and", conditions },
    });
    const titles = body.records.map(({ title }) => title.replace(".md", ""));
    expect(titles.sort().join(" ")).toBe(found);
  });

test.each([...REFUSED, ["like", "must be one of"]])(
  "refuses %p and says what to use",
  async (operator, instead) => {
    const conditions = [{ name: "kind", comparison_operator: operator, value: "r" }];
    const refused = await retrieve({ knowledge_id, query: "bird", metadata_condition: { conditions } });
    expect(refused).toMatchObject({ status: 400, body: { error_code: 400 } });
    expect(refused.body.error_msg).toContain("/metadata_condition/conditions/0/comparison_operator");
    expect(refused.body.error_msg).toContain(instead);
  },
);

test.each([
  ["start with", ["r"]],
  ["start with", "r\uFFFF"],
  ["before", true],
  ["after", undefined],
  [">", "late"],
  ["is", ["r"]],
  ["in", 5],
])("refuses %p with %p", async (comparison_operator, value) => {
  const conditions = [{ name: "kind", comparison_operator, value }];
  const refused = await retrieve({ knowledge_id, query: "bird", metadata_condition: { conditions } });
  expect(refused).toMatchObject({ status: 400, body: { error_code: 400 } });
  expect(refused.body.error_msg).toContain("/metadata_condition/conditions/0/value");
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
  const broken = [{ name: "kind", comparison_operator: "is", value: "a\u0000b" }];
  expect(await retrieve({ ...body, metadata_condition: { conditions: broken } })).toMatchObject({
    status: 400,
  });
  expect(await retrieve({ ...body, query: "" })).toMatchObject({ status: 400, body: { error_code: 400 } });
});
