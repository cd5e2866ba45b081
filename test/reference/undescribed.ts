import { type Json, object, objects } from "../contract/reading.ts";
import { contentOf, operationsOf, parametersOf, variants } from "./api-description.ts";
import { vagueFields } from "./vague-fields.ts";

/** What an OpenAPI description does not describe, by kind. */
export interface Undescribed {
  readonly tags: string[];
  readonly operations: string[];
  readonly parameters: string[];
  readonly schemas: string[];
  readonly fields: string[];
  /** Fields of requests, and what their descriptions do not say: see {@link vagueFields}. */
  readonly vague: string[];
}

/** Lists everything without a description, and fields of requests without a range or a default. */
export function undescribed(api: Json): Undescribed {
  const operations = operationsOf(api);
  const schemas = Object.entries(object(object(api.components).schemas));
  const bodies = operations.flatMap(({ id, operation }) =>
    [operation.requestBody, ...Object.values(object(operation.responses))].flatMap((part) =>
      contentOf(part).map(([, media]) => fieldsWithout(object(media.schema ?? {}), id)),
    ),
  );
  const tags = new Set(objects(api.tags ?? []).flatMap((tag) => (isText(tag.description) ? [tag.name] : [])));
  return {
    tags: [...new Set(operations.flatMap(({ operation }) => operation.tags as string[]))].filter(
      (tag) => !tags.has(tag),
    ),
    operations: operations.flatMap(({ id, operation }) =>
      isText(operation.summary) && isText(operation.description) ? [] : [id],
    ),
    parameters: operations.flatMap((described) =>
      parametersOf(described)
        .filter(({ description }) => !isText(description))
        .map(({ name }) => `${described.id} ${name}`),
    ),
    schemas: schemas.flatMap(([name, schema]) => (isText(object(schema).description) ? [] : [name])),
    fields: [...schemas.flatMap(([name, schema]) => fieldsWithout(object(schema), name)), ...bodies.flat()],
    vague: vagueFields(api),
  };
}

/** The fields of a schema, at any depth, without a description of their own, also where they refer to a named schema. */
function fieldsWithout(schema: Json, path: string): string[] {
  const { properties = {}, items, additionalProperties } = schema;
  const own = Object.entries(object(properties)).flatMap(([name, field]) => {
    const at = `${path}.${name}`;
    const part = object(field);
    return [...(isText(part.description) ? [] : [at]), ...fieldsWithout(part, at)];
  });
  const parts = [items, additionalProperties, ...variants(schema)].filter(
    (part): part is Json => typeof part === "object" && part !== null,
  );
  return [...own, ...parts.flatMap((part) => fieldsWithout(part, `${path}[]`))];
}

const isText = (value: unknown): boolean => typeof value === "string" && value.trim().length > 3;
