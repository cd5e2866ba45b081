import { type Json, object } from "../contract/reading.ts";
import { resolve } from "./api-description.ts";

/**
 * Compares a JSON value with a schema of an OpenAPI description. Fields that the schema does not describe are problems, too,
 * except where it allows any field.
 */
export function schemaProblems(api: Json, given: Json, value: unknown, path = ""): string[] {
  const schema = resolve(api, given);
  if (Array.isArray(schema.anyOf)) {
    const found = schema.anyOf.map((variant) => schemaProblems(api, object(variant), value, path));
    if (found.some((problems) => problems.length === 0)) return [];
    // The variant with the fewest problems is the one that was meant.
    return found.sort((one, other) => one.length - other.length)[0] ?? [];
  }
  const types = schema.type === undefined ? [] : [schema.type].flat().map(String);
  if (types.length > 0 && !types.some((type) => isOf(value, type)))
    return [`${path}: ${JSON.stringify(value)?.slice(0, 80)} is not ${types.join(" or ")}`];
  return [...limitProblems(schema, value, path), ...partProblems(api, schema, value, path)];
}

function partProblems(api: Json, schema: Json, value: unknown, path: string): string[] {
  if (Array.isArray(value)) {
    const items = object(schema.items ?? {});
    return value.flatMap((item, index) => schemaProblems(api, items, item, `${path}/${index}`));
  }
  if (typeof value !== "object" || value === null) return [];
  const properties = object(schema.properties ?? {});
  const { additionalProperties: others } = schema;
  const required = (Array.isArray(schema.required) ? schema.required : []).map(String);
  return [
    ...required.filter((name) => !(name in value)).map((name) => `${path}/${name}: is missing`),
    ...Object.entries(value).flatMap(([name, part]) => {
      const at = `${path}/${name}`;
      if (Object.hasOwn(properties, name)) return schemaProblems(api, object(properties[name]), part, at);
      if (typeof others === "object" && others !== null) return schemaProblems(api, object(others), part, at);
      return others === true || (schema.properties === undefined && others !== false)
        ? []
        : [`${at}: is not described`];
    }),
  ];
}

function limitProblems(schema: Json, value: unknown, path: string): string[] {
  const problems: string[] = [];
  if (Array.isArray(schema.enum) && !schema.enum.includes(value))
    problems.push(`${path}: ${JSON.stringify(value)} is not one of ${schema.enum.join(", ")}`);
  if (schema.const !== undefined && schema.const !== value)
    problems.push(`${path}: ${JSON.stringify(value)} is not ${JSON.stringify(schema.const)}`);
  if (typeof value === "number") {
    if (typeof schema.minimum === "number" && value < schema.minimum) problems.push(`${path}: is too small`);
    if (typeof schema.maximum === "number" && value > schema.maximum) problems.push(`${path}: is too large`);
  }
  if (typeof value === "string") {
    if (typeof schema.maxLength === "number" && value.length > schema.maxLength)
      problems.push(`${path}: is too long`);
    if (typeof schema.pattern === "string" && !new RegExp(schema.pattern).test(value))
      problems.push(`${path}: does not match ${schema.pattern}`);
  }
  return problems;
}

function isOf(value: unknown, type: string): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

/** Fields whose content is free, or depends on more than the request. */
const FREE: ReadonlySet<string> = new Set(["metadata", "details", "rateLimit", "problems"]);

/** Compares the fields of an example answer with a real one, at any depth, as far as both have a value. */
export function exampleProblems(example: unknown, real: unknown, path = ""): string[] {
  if (Array.isArray(example) && Array.isArray(real))
    return example.length > 0 && real.length > 0 ? exampleProblems(example[0], real[0], `${path}/0`) : [];
  if (!isOf(example, "object") || !isOf(real, "object")) return [];
  const [shown, sent] = [object(example), object(real)];
  const names = [...new Set([...Object.keys(shown), ...Object.keys(sent)])];
  return names.flatMap((name) => {
    const at = `${path}/${name}`;
    if (FREE.has(name)) return [];
    if (!(name in shown)) return [`${at}: is missing in the example`];
    if (!(name in sent)) return [`${at}: is only in the example`];
    return exampleProblems(shown[name], sent[name], at);
  });
}
