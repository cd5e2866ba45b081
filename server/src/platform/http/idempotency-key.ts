import { isObject } from "./description-part.ts";

/** Queries change nothing, so repeating one is safe. */
const QUERY_PATHS = /\/query(?:\/smart)?$/;

/** Format of an idempotency key. */
export const IDEMPOTENCY_KEY = /^[\x20-\x7e]{1,200}$/;

/** True for calls that change something: with the same `Idempotency-Key` they take effect once. */
export function takesIdempotencyKey(method: string, path: string): boolean {
  return !/^(?:get|head)$/i.test(method) && !QUERY_PATHS.test(path);
}

/** The header in the OpenAPI description. */
const PARAMETER = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "A unique key for each call. If you repeat the call with the same key within 24 hours, it is not performed again: you get the first answer, with the header `Idempotent-Replayed: true`.",
  schema: { type: "string", minLength: 1, maxLength: 200, pattern: "^[\\x20-\\x7e]+$" },
};

/** Adds the header to every operation of an OpenAPI description that accepts it. */
export function describeIdempotencyKeys<Description extends object>(description: Description): Description {
  if (!("paths" in description) || !isObject(description.paths)) return description;
  const paths = Object.entries(description.paths).map(([path, item]) => [path, withKeys(path, item)]);
  return { ...description, paths: Object.fromEntries(paths) };
}

function withKeys(path: string, item: unknown): unknown {
  if (!isObject(item)) return item;
  const operations = Object.entries(item).map(([method, operation]) => {
    if (!isObject(operation) || !takesIdempotencyKey(method, path)) return [method, operation];
    const { parameters = [] } = operation;
    const given: readonly unknown[] = Array.isArray(parameters) ? parameters : [];
    return [method, { ...operation, parameters: [...given, PARAMETER] }];
  });
  return Object.fromEntries(operations);
}
