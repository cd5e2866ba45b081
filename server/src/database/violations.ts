/**
 * PostgreSQL's error code behind an error of the driver or of drizzle, which wraps it.
 * Neither error may be logged or shown as it is: both carry the SQL and its parameters.
 */
export function postgresCode(error: unknown): string | undefined {
  for (
    let current = error;
    typeof current === "object" && current !== null;
    current = (current as Error).cause
  ) {
    // Five characters: other errors have codes too, ENOENT for one.
    if ("code" in current && typeof current.code === "string" && /^[0-9A-Z]{5}$/.test(current.code))
      return current.code;
  }
  return undefined;
}

/** True when a unique index refused a row. */
export function isUniqueViolation(error: unknown): boolean {
  return postgresCode(error) === "23505";
}
