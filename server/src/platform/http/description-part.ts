/** True for a JSON object in an OpenAPI description. */
export function isObject(part: unknown): part is Readonly<Record<string, unknown>> {
  return typeof part === "object" && part !== null && !Array.isArray(part);
}
