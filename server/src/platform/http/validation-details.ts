import { QuarryError } from "@quarry/core";
import { type ErrorDetail, expectedOf, METADATA_KIND, metadataProblem, TEXT_FORMAT } from "@quarry/schema";
import { Kind, type Static, type TSchema } from "@sinclair/typebox";
import { TypeCompiler } from "@sinclair/typebox/compiler";
import { ValueErrorType as Type, type ValueError } from "@sinclair/typebox/errors";

/** A list of 100,000 invalid items would take seconds. */
const MAX_DETAILS = 1000;

/** Converts validator errors into invalid fields: each path once, with a readable message; of very many, the first. */
export function validationDetails(errors: Iterable<ValueError>): ErrorDetail[] {
  const details = new Map<string, ErrorDetail>();
  // The validator reports a missing field twice: as missing and then as of the wrong type. The first message is clearer.
  for (const error of errors) {
    if (!details.has(error.path)) details.set(error.path, { path: error.path, message: messageOf(error) });
    if (details.size >= MAX_DETAILS) break;
  }
  return [...details.values()];
}

/**
 * Checks a body against its schema and returns it typed.
 * @param problems Invalid fields that are already known.
 * @throws QuarryError `invalid_request` with all invalid fields.
 */
export type BodyCheck<Body> = (body: unknown, problems?: readonly ErrorDetail[]) => Body;

/** Compiles the schema of a body that a route reads itself. */
export function bodyCheck<Schema extends TSchema>(schema: Schema): BodyCheck<Static<Schema>> {
  const check = TypeCompiler.Compile(schema);
  return (body, problems = []) => {
    if (check.Check(body) && problems.length === 0) return body;
    const known = new Set(problems.map(({ path }) => path));
    const found = validationDetails(check.Errors(body)).filter(({ path }) => !known.has(path));
    throw invalidBody([...problems, ...found]);
  };
}

/** The error for a body with invalid fields. */
export function invalidBody(details: readonly ErrorDetail[]): QuarryError {
  const list = details.map(({ path, message }) => `${path === "" ? "the body" : path} ${message}`);
  return new QuarryError("invalid_request", `Invalid request: ${list.join("; ").slice(0, 2000)}.`, {
    details,
  });
}

function messageOf({ type, schema, value, message }: ValueError): string {
  switch (type) {
    case Type.ObjectRequiredProperty:
      return "is required";
    case Type.ObjectAdditionalProperties:
      return "is not a known field";
    case Type.String:
      return "must be a string";
    case Type.Boolean:
      return "must be true or false";
    case Type.Number:
      return "must be a number";
    case Type.Integer:
      return "must be a whole number";
    case Type.Array:
      return "must be an array";
    case Type.Object:
      return "must be an object";
    case Type.StringMinLength:
      return schema.minLength === 1
        ? "must not be empty"
        : `must be at least ${schema.minLength} characters long`;
    case Type.StringMaxLength:
      return `must be at most ${schema.maxLength} characters long`;
    case Type.ArrayMinItems:
      return `must contain at least ${schema.minItems} items`;
    case Type.ArrayMaxItems:
      return `must contain at most ${schema.maxItems} items`;
    case Type.NumberMinimum:
    case Type.IntegerMinimum:
      return `must be at least ${schema.minimum}`;
    case Type.NumberMaximum:
    case Type.IntegerMaximum:
      return `must be at most ${schema.maximum}`;
    default:
      return special(schema, value) ?? message;
  }
}

function special(schema: TSchema, value: unknown): string | undefined {
  if (schema[Kind] === METADATA_KIND) return metadataProblem(value) ?? undefined;
  if (schema.format === TEXT_FORMAT) return "must not contain NUL characters or lone surrogates";
  const expected = expectedOf(schema);
  return expected === undefined ? undefined : `must be ${expected}`;
}
