import { expect, test } from "bun:test";
import { QuarryError } from "@quarry/core";
import { expects, OneOf } from "@quarry/schema";
import { type TSchema, Type } from "@sinclair/typebox";
import { bodyCheck } from "./validation-details.ts";

/** The message for a value that a schema rejects. */
function messageOf(schema: TSchema, value: unknown): string | undefined {
  try {
    bodyCheck(Type.Object({ field: schema }))({ field: value });
    return undefined;
  } catch (error) {
    if (!QuarryError.isInstance(error)) throw error;
    return error.details?.map(({ path, message }) => `${path} ${message}`).join("; ");
  }
}

test("a message says what the schema expects, and never its description", () => {
  const options = { description: "A long text of the reference.", ...expects("a media type") };
  expect(messageOf(Type.String({ pattern: "/", ...options }), "text")).toBe("/field must be a media type");
  const variants = [Type.Integer(), Type.Boolean()];
  expect(messageOf(Type.Union(variants, options), "text")).toBe("/field must be a media type");
  const { description } = options;
  for (const schema of [Type.String({ pattern: "/", description }), Type.Union(variants, { description })])
    expect(messageOf(schema, "text") ?? "").not.toContain(description);
});

test("a message of an enum lists its values", () => {
  const schema = OneOf(["asc", "desc"], { description: "An order." });
  expect(messageOf(schema, "up")).toBe("/field must be one of asc, desc");
  expect(messageOf(schema, "asc")).toBeUndefined();
});
