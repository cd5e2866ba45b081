/** What PostgreSQL says when it stops or starts, cannot take more, or when a connection is broken. */
const AWAY_STATES = /^(57P0[1-5]|08...|53300)$/;
/** What the driver says of a connection that is no more. */
const CLOSED = /^(CONNECTION_(CLOSED|ENDED|DESTROYED)|CONNECT_TIMEOUT)$/;
/** What the system says of a connection; of a file or of another service too. */
const BROKEN = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|ENOENT)$/;

/**
 * PostgreSQL's error code behind an error of the driver or of drizzle, which wraps it.
 * Neither error may be logged or shown as it is: both carry the SQL and its parameters.
 */
export function postgresCode(error: unknown): string | undefined {
  // Five characters: other errors have codes too.
  return chain(error)
    .map(codeOf)
    .find((code) => /^[0-9A-Z]{5}$/.test(code));
}

/** The code of an error of the driver, the system or PostgreSQL, e.g. `ECONNREFUSED`; empty when it has none. */
export function errorCode(error: unknown): string {
  return chain(error).map(codeOf).find(Boolean) ?? "";
}

/** True when a unique index refused a row. */
export function isUniqueViolation(error: unknown): boolean {
  return postgresCode(error) === "23505";
}

/** True when a statement or a transaction failed because the database is away; later it may succeed. */
export function isDatabaseAway(error: unknown): boolean {
  const errors = chain(error);
  const isStatement = errors.some((one) => "query" in one);
  return errors
    .map(codeOf)
    .some((code) => AWAY_STATES.test(code) || CLOSED.test(code) || (isStatement && BROKEN.test(code)));
}

/** True when the database ended a transaction that others blocked; the same again may succeed. */
export function isSerializationFailure(error: unknown): boolean {
  return ["40001", "40P01"].includes(postgresCode(error) ?? "");
}

/** An error and what caused it. */
function chain(error: unknown): object[] {
  const errors: object[] = [];
  for (let current = error; typeof current === "object" && current !== null; ) {
    errors.push(current);
    current = (current as Error).cause;
  }
  return errors;
}

function codeOf(error: object): string {
  return "code" in error && typeof error.code === "string" ? error.code : "";
}
