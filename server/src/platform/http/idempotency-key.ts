import { isObject } from "./description-part.ts";

/** A question changes nothing: asked again it is answered again. */
const ASKS = /\/query(?:\/smart)?$/;

/** Form of a key. */
export const IDEMPOTENCY_KEY = /^[\x20-\x7e]{1,200}$/;

/** True for calls that change something, which are done once under one `Idempotency-Key`. */
export function takesIdempotencyKey(method: string, path: string): boolean {
  return !/^(?:get|head)$/i.test(method) && !ASKS.test(path);
}

/** The header, as the interface's description puts it. */
const PARAMETER = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "Your own for each call. A call that comes again with its key within 24 hours is not done again: the first answer comes again, with `Idempotent-Replayed: true`.",
  schema: { type: "string", minLength: 1, maxLength: 200, pattern: "^[\\x20-\\x7e]+$" },
};

/** Adds the header to every operation of a description that takes it. */
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
