import { expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { described, Nullable } from "./described.ts";
import { expectedOf, expects } from "./expected.ts";
import { OneOf } from "./one-of.ts";

test("a schema keeps what it expects, also as an optional field, and JSON does not show it", () => {
  const schema = Type.String({ pattern: "^a$", description: "A letter.", ...expects("the letter a") });
  const { name } = Type.Partial(Type.Object({ name: Type.Optional(schema) })).properties;
  for (const kept of [schema, name, described(schema, "Another text.")])
    expect(expectedOf(kept)).toBe("the letter a");
  expect(JSON.stringify(schema)).not.toContain("the letter a");
  expect(expectedOf(Type.String({ description: "A letter." }))).toBeUndefined();
});

test("an enum lists its values for messages, and is plain JSON schema", () => {
  const size = OneOf(["small", "large"], { description: "A size.", default: "small", note: ", please" });
  expect(expectedOf(size)).toBe("one of small, large, please");
  expect(JSON.parse(JSON.stringify(size))).toEqual({
    ...{ type: "string", enum: ["small", "large"], description: "A size.", default: "small" },
  });
  for (const value of ["small", "large"]) expect(Value.Check(size, value)).toBe(true);
  for (const value of ["", "SMALL", 1, null, undefined]) expect(Value.Check(size, value)).toBe(false);
});

test("a nullable value has one description, also without null", () => {
  const schema = Nullable(Type.Integer({ description: "A number." }), "A number; null for none.");
  expect(schema.description).toBe("A number; null for none.");
  expect(schema.anyOf[0].description).toBe("A number; null for none.");
  for (const value of [1, null]) expect(Value.Check(schema, value)).toBe(true);
  expect(Value.Check(schema, "1")).toBe(false);
});
