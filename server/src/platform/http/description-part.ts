/** True for an object in a description of the interface, which is JSON. */
export function isObject(part: unknown): part is Readonly<Record<string, unknown>> {
  return typeof part === "object" && part !== null && !Array.isArray(part);
}
