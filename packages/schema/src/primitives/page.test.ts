import { describe, expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { expectedOf } from "./expected.ts";
import { LIMITS } from "./limits.ts";
import { Page, pageParameters, QueryBoolean } from "./page.ts";

const parameters = Type.Object(pageParameters);
const takes = (query: object) => Value.Check(parameters, query);

describe("the parameters of a page", () => {
  test("are all optional", () => expect(takes({})).toBe(true));

  test("are integers, as text or as numbers", () => {
    for (const page of ["1", "01", "42", "1000000", 1, 1_000_000]) expect(takes({ page })).toBe(true);
    for (const page of ["0", "-1", "+1", "1.5", "1.0", "1e3", "0x10", " 1", "1 ", "", "x", "١", "Infinity"])
      expect([page, takes({ page })]).toEqual([page, false]);
    for (const page of [0, -1, 1.5, 1_000_001, Number.NaN, Number.POSITIVE_INFINITY, null, true, ["1"], {}])
      expect([page, takes({ page })]).toEqual([page, false]);
    for (const page of ["1000001", "9".repeat(15), "9".repeat(400)]) expect(takes({ page })).toBe(false);
  });

  test("limit the page size", () => {
    for (const pageSize of ["1", `${LIMITS.pageSizeMax}`]) expect(takes({ pageSize })).toBe(true);
    for (const pageSize of ["0", `${LIMITS.pageSizeMax + 1}`]) expect(takes({ pageSize })).toBe(false);
  });

  test("describe their defaults and limits", () => {
    expect(pageParameters.page.default).toBe(1);
    expect(pageParameters.pageSize.default).toBe(LIMITS.pageSizeDefault);
    expect(pageParameters.pageSize.description).toContain("1 to 100. Default: 10.");
    expect(expectedOf(pageParameters.pageSize)).toBe("a whole number from 1 to 100");
  });

  test("accept metadata as text", () => {
    expect(takes({ metadata: '{"a":1}' })).toBe(true);
    expect(takes({ metadata: "x".repeat(LIMITS.metadataMaxChars + 1) })).toBe(false);
  });
});

test("a boolean in a query string is true or false, as text or as a boolean", () => {
  const query = Type.Object({ purge: QueryBoolean("Erases.", "true or false") });
  for (const purge of ["true", "false", true, false]) expect(Value.Check(query, { purge })).toBe(true);
  for (const purge of ["", "1", "TRUE", "yes", 1, 0, null]) expect(Value.Check(query, { purge })).toBe(false);
  expect(Value.Check(query, {})).toBe(true);
});

test("a page has items and a position", () => {
  const page = Page(Type.String(), "Texts.");
  const pagination = { page: 1, pageSize: 10, total: 1, totalPages: 1 };
  expect(Value.Check(page, { data: ["a"], pagination })).toBe(true);
  expect(Value.Check(page, { data: [1], pagination })).toBe(false);
  expect(Value.Check(page, { data: ["a"] })).toBe(false);
});
