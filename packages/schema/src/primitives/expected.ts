/** The key of {@link expects}. A symbol, so that it never reaches JSON: neither the OpenAPI description nor MCP tools. */
const EXPECTED = Symbol.for("quarry.expected");

/**
 * A schema option: what a valid value is, as the end of the message "must be …" for a value that the schema rejects. It is
 * separate from `description`, which is the text of the reference and may change without changing a message.
 */
export function expects(text: string): { readonly [EXPECTED]: string } {
  return { [EXPECTED]: text };
}

/** The text that a schema has from {@link expects}. */
export function expectedOf(schema: object): string | undefined {
  const text: unknown = Reflect.get(schema, EXPECTED);
  return typeof text === "string" ? text : undefined;
}
