import type { Json, Metadata } from "@quarry/schema";

/** Applies a JSON merge patch (RFC 7396): values replace, objects are merged, and null removes a key. */
export function mergePatch(target: Metadata, patch: Metadata): Metadata {
  // Without a prototype, so that the key `__proto__` is a key like any other.
  const merged: Metadata = Object.assign(Object.create(null), target);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key];
    else merged[key] = isObject(value) ? mergePatch(objectAt(target, key), value) : value;
  }
  return { ...merged };
}

function objectAt(target: Metadata, key: string): Metadata {
  const value = Object.hasOwn(target, key) ? target[key] : undefined;
  return isObject(value) ? value : {};
}

function isObject(value: Json | undefined): value is Metadata {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
