import { QuarryError } from "@quarry/core";

/**
 * SQLSTATEs after which the same statement may succeed: connection exceptions (class 08), serialization failure,
 * deadlock, too many connections, a statement that was cancelled or took too long, and a server that shuts down or starts up.
 */
const TRANSIENT = /^(08...|40001|40P01|53300|57014|57P0[1-5])$/;

/** Codes of postgres.js and of the operating system for a connection that is lost or cannot be opened. */
const DISCONNECTED =
  /^(CONNECTION_(CLOSED|ENDED|DESTROYED)|CONNECT_TIMEOUT|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENOENT)$/;

/** What remains of a PostgreSQL error in a log: the original carries the statement and a tenant's text. */
class StatementError extends Error {
  override readonly name = "DatabaseError";
  constructor(readonly code: string | undefined) {
    super(code === undefined ? "No SQLSTATE" : `SQLSTATE ${code}`);
  }
}

/** Returns PostgreSQL's error code (SQLSTATE) of an error of the driver, or of drizzle, which wraps it. */
export function sqlStateOf(error: unknown): string | undefined {
  return codesOf(error).find((code) => /^[0-9A-Z]{5}$/.test(code) && !DISCONNECTED.test(code));
}

/**
 * Converts an error of the database into one of the port: `unavailable`, which callers retry, for a failed connection
 * or a transient SQLSTATE; `internal`, with the SQLSTATE as its cause, for everything else.
 * @param owner What uses the database, e.g. "lexical index".
 */
export function databaseFailure(owner: string, error: unknown): QuarryError {
  if (codesOf(error).some((code) => TRANSIENT.test(code) || DISCONNECTED.test(code)))
    return new QuarryError("unavailable", `The database of the ${owner} is unavailable. Try again later.`, {
      cause: error,
    });
  return new QuarryError("internal", `The database of the ${owner} rejected a statement.`, {
    cause: new StatementError(sqlStateOf(error)),
  });
}

/** The codes of an error and of its causes, outermost first. */
function codesOf(error: unknown): string[] {
  const codes: string[] = [];
  for (let current = error; typeof current === "object" && current !== null; ) {
    const { code, cause } = current as { readonly code?: unknown; readonly cause?: unknown };
    if (typeof code === "string") codes.push(code);
    current = cause;
  }
  return codes;
}
