import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { ERRORS } from "@quarry/schema";
import { type Json, object, string } from "../contract/reading.ts";
import { ROUTES } from "../matrix/table.ts";
import { type InProcessApp, startApp } from "../support/in-process-app.ts";
import {
  contentOf,
  type DescribedOperation,
  operationsOf,
  parametersOf,
  successOf,
} from "./api-description.ts";
import { exampleProblems, schemaProblems } from "./schema-problems.ts";
import { undescribed } from "./undescribed.ts";

let app: InProcessApp;
let api: Json;
let operations: DescribedOperation[];
beforeAll(async () => {
  app = await startApp();
  api = (await app.call("GET", "/api/openapi.json")).json;
  operations = operationsOf(api);
}, 120_000);
afterAll(() => app.stop());

const NOTHING = { tags: [], operations: [], parameters: [], schemas: [], fields: [], vague: [] };

describe("the reference", () => {
  test("describes every tag, operation, parameter, schema and field, the default of every field of a request, and the range of its numbers", () => {
    expect(operations.length).toBeGreaterThan(50);
    expect(undescribed(api)).toEqual(NOTHING);
  });

  test("detects what is not described", () => {
    const field = { type: "object", properties: { name: { type: "string" } } };
    const number = { type: "number", minimum: 0, maximum: 1000 };
    const numbers = {
      required: ["size"],
      properties: {
        size: { ...number, description: "Size in bytes, 0 to 1,000." },
        weight: { ...number, description: "Weight, 0 to 1000. Default: 1." },
        grade: { anyOf: [number, { type: "null" }], description: "Grade, from 0." },
        isNew: { type: "boolean", description: "True for a new thing." },
      },
    };
    const found = undescribed({
      tags: [{ name: "described", description: "Described." }],
      components: { schemas: { Thing: field, Reference: { description: "Of a thing.", items: field } } },
      paths: {
        "/things": {
          get: {
            ...{ operationId: "listThings", summary: "List things", tags: ["described", "other"] },
            parameters: [{ name: "page", in: "query", schema: { type: "integer", minimum: 1 } }],
            requestBody: { content: { "application/json": { schema: numbers } } },
            responses: { 200: { content: { "application/json": { schema: { anyOf: [field] } } } } },
          },
        },
      },
    });
    expect(found).toEqual({
      tags: ["other"],
      operations: ["listThings"],
      parameters: ["listThings page"],
      schemas: ["Thing"],
      fields: ["Thing.name", "Reference[].name", "listThings[].name"],
      vague: [
        ...["has no maximum", "does not name its minimum, 1", "does not say what happens without it"].map(
          (problem) => `listThings page: ${problem}`,
        ),
        "listThings.grade: does not say what happens without it",
        "listThings.grade: does not name its maximum, 1000",
        "listThings.isNew: does not say what happens without it",
      ],
    });
  });

  test("says more in a description than in the summary", () => {
    const short = operations.filter(
      ({ operation }) => string(operation.description).length < 2 * string(operation.summary).length,
    );
    expect(short.map(({ id }) => id)).toEqual([]);
  });

  test("names the permissions of each operation", () => {
    const needed = new Map(ROUTES.map(({ name, needs }) => [name, needs]));
    for (const { id, operation } of operations) {
      const [, names = ""] = /Needs (.*)\.$/.exec(string(operation.description)) ?? [];
      const all = (needed.get(id) ?? []).map((permissions) =>
        permissions.map((name) => `\`${name}\``).join(" and "),
      );
      expect([id, names]).toEqual([id, all.join(" or ")]);
    }
  });

  test("names every error with its remedy", () => {
    const text = string(object(api.info).description);
    for (const [code, { status }] of Object.entries(ERRORS))
      expect(text).toContain(`| ${status} | \`${code}\` |`);
  });

  test("has an example of each request and each answer, which match their schemas", () => {
    const problems = operations.flatMap((described) => [
      ...requestProblems(described),
      ...answerProblems(described),
    ]);
    expect(problems).toEqual([]);
  });
});

describe("the comparison with a schema", () => {
  const thing = {
    type: "object",
    required: ["name"],
    properties: { name: { type: ["string", "null"], maxLength: 3 }, size: { enum: ["s", "l"] } },
  };
  const named = { components: { schemas: { Thing: thing } } };
  const problems = (value: unknown) =>
    schemaProblems(named, { type: "array", items: { $ref: "#/components/schemas/Thing" } }, value);

  test("accepts what the schema describes", () => {
    for (const value of [[], [{ name: "a" }], [{ name: null, size: "l" }]])
      expect(problems(value)).toEqual([]);
  });

  test("finds missing, wrong and undescribed fields", () => {
    expect(problems({})).toEqual([": {} is not array"]);
    expect(problems([{}])).toEqual(["/0/name: is missing"]);
    expect(problems([{ name: 1 }])).toEqual(["/0/name: 1 is not string or null"]);
    expect(problems([{ name: "long" }])).toEqual(["/0/name: is too long"]);
    expect(problems([{ name: "a", size: "m" }])).toEqual(['/0/size: "m" is not one of s, l']);
    expect(problems([{ name: "a", other: 1 }])).toEqual(["/0/other: is not described"]);
  });

  test("finds fields that only the example or only the answer has", () => {
    const example = { items: [{ a: 1, b: 2 }], metadata: { x: 1 } };
    expect(exampleProblems(example, { items: [{ a: 3, c: 4 }], metadata: {} })).toEqual([
      "/items/0/b: is only in the example",
      "/items/0/c: is missing in the example",
    ]);
    expect(exampleProblems(example, { items: [], metadata: { y: 2 } })).toEqual([]);
  });
});

const isFile = (schema: Json) => schema.format === "binary";

function requestProblems(described: DescribedOperation): string[] {
  const { id, operation } = described;
  const parameters = parametersOf(described).flatMap(({ name, required, schema, example }) => {
    if (example === undefined) return required === true ? [`${id}: no example of ${name}`] : [];
    return schemaProblems(api, object(schema), example, `${id} ${name}`);
  });
  const bodies = contentOf(operation.requestBody).flatMap(([type, { schema, example }]) => {
    if (isFile(object(schema)) || type === "multipart/form-data") return [];
    return example === undefined
      ? [`${id}: no example of a body`]
      : schemaProblems(api, object(schema), example, `${id} body`);
  });
  return [...parameters, ...bodies];
}

function answerProblems(described: DescribedOperation): string[] {
  return successOf(described).content.flatMap(([, { schema, example }]) => {
    if (isFile(object(schema))) return [];
    return example === undefined
      ? [`${described.id}: no example of an answer`]
      : schemaProblems(api, object(schema), example, `${described.id} answer`);
  });
}
