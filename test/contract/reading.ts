/** Reads JSON from a server: each function narrows the type or throws. */
export type Json = Record<string, unknown>;

export function object(value: unknown): Json {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Json;
  throw new TypeError(`Expected an object, got ${JSON.stringify(value)?.slice(0, 200)}`);
}

export function objects(value: unknown): Json[] {
  if (Array.isArray(value)) return value.map(object);
  throw new TypeError(`Expected an array, got ${JSON.stringify(value)?.slice(0, 200)}`);
}

export function string(value: unknown): string {
  if (typeof value === "string") return value;
  throw new TypeError(`Expected a string, got ${JSON.stringify(value)?.slice(0, 200)}`);
}

export function number(value: unknown): number {
  if (typeof value === "number") return value;
  throw new TypeError(`Expected a number, got ${JSON.stringify(value)?.slice(0, 200)}`);
}

/** ISO 8601, UTC, milliseconds. */
export const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
