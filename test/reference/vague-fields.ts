import { type Json, object } from "../contract/reading.ts";
import { contentOf, operationsOf, parametersOf, resolve, variants } from "./api-description.ts";

/** What a schema has from the field that it belongs to. */
interface Field {
  readonly isRequired: boolean;
  readonly description?: unknown;
}

/**
 * Lists the fields of request bodies and query parameters that may be left out and do not say what happens then, and numbers that lack a
 * minimum or a maximum, or whose description does not name both. Editors and the guide show the description alone.
 */
export function vagueFields(api: Json): string[] {
  return operationsOf(api).flatMap((described) => [
    ...parametersOf(described)
      .filter((parameter) => parameter.in === "query")
      .flatMap(({ name, required, description, schema }) => {
        const field = { isRequired: required === true, description };
        return fieldsIn(api, object(schema ?? {}), `${described.id} ${name}`, field);
      }),
    ...contentOf(described.operation.requestBody).flatMap(([, { schema }]) =>
      fieldsIn(api, object(schema ?? {}), described.id, { isRequired: true }),
    ),
  ]);
}

function fieldsIn(
  api: Json,
  given: Json,
  at: string,
  field: Field,
  within: readonly unknown[] = [],
): string[] {
  const schema = resolve(api, given);
  if (within.includes(schema)) return [];
  const parents = [...within, schema];
  // A reference may have a description of its own, and a variant of a choice may have none.
  const description = given.description ?? schema.description ?? field.description;
  const { properties = {}, required = [], items, additionalProperties } = schema;
  const names = [required].flat();
  const parts = [items, additionalProperties].filter(
    (part): part is Json => typeof part === "object" && part !== null,
  );
  return [
    ...problemsOf(schema, { ...field, description }).map((problem) => `${at}: ${problem}`),
    ...Object.entries(object(properties)).flatMap(([name, part]) =>
      fieldsIn(api, object(part), `${at}.${name}`, { isRequired: names.includes(name) }, parents),
    ),
    ...variants(schema).flatMap((part) =>
      fieldsIn(api, part, at, { isRequired: true, description }, parents),
    ),
    ...parts.flatMap((part) => fieldsIn(api, part, `${at}[]`, { isRequired: true }, parents)),
  ];
}

const isNumber = ({ type, enum: values }: Json): boolean =>
  values === undefined && [type].flat().some((name) => name === "integer" || name === "number");

function problemsOf(schema: Json, { isRequired, description }: Field): string[] {
  const words = String(description ?? "");
  return [
    ...(isNumber(schema) ? rangeProblems(schema, words) : []),
    ...(isRequired || /\bdefault\b|\bleft out\b|\brequired (for|without)\b/i.test(words)
      ? []
      : ["does not say what happens without it"]),
  ];
}

function rangeProblems({ minimum, maximum }: Json, description: string): string[] {
  // Without the separators of thousands.
  const words = description.replaceAll(/(?<=\d),(?=\d{3})/g, "");
  const named = (words.match(/\d+(\.\d+)?/g) ?? []).map(Number);
  const limits = Object.entries({ minimum, maximum });
  return [
    ...limits.filter(([, limit]) => limit === undefined).map(([name]) => `has no ${name}`),
    ...limits
      .filter(([, limit]) => limit !== undefined && !named.includes(Number(limit)))
      .map(([name, limit]) => `does not name its ${name}, ${limit}`),
  ];
}
