/** Error codes of PostgreSQL while it stops or starts, has no free connections, takes too long, or the connection broke. */
const AWAY_STATES = /^(57014|57P0[1-5]|08...|53300)$/;
/** Error codes of the driver for a closed connection. */
const CLOSED = /^(CONNECTION_(CLOSED|ENDED|DESTROYED)|CONNECT_TIMEOUT)$/;
/** Error codes of the operating system for connections. Files and other services have them too. */
const BROKEN = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|ENOENT)$/;

/** PostgreSQL's codes for damaged tables and indexes, and for files that it cannot find or read. */
const DAMAGE = /^(XX001|XX002|58P01|58030)$/;
/** The code of a missing file, 58P01, also stands for a missing library, which is elsewhere. */
const DATA_FILE = /"(?:base|global|pg_\w+)\//;

/** Codes of PostgreSQL and of the operating system for a disk that cannot be written. */
const NO_ROOM = /^(53100|ENOSPC|EDQUOT|EROFS)$/;

/**
 * PostgreSQL's error code behind an error of the driver or of drizzle, which wraps it.
 * Do not log or return either error: both contain the SQL and its parameters.
 */
export function postgresCode(error: unknown): string | undefined {
  // Other errors have codes too, but not of five characters.
  return chain(error)
    .map(codeOf)
    .find((code) => /^[0-9A-Z]{5}$/.test(code));
}

/** The code of an error of the driver, the system or PostgreSQL, e.g. `ECONNREFUSED`; empty when it has none. */
export function errorCode(error: unknown): string {
  return chain(error).map(codeOf).find(Boolean) ?? "";
}

/** True when a row violated a unique index. */
export function isUniqueViolation(error: unknown): boolean {
  return postgresCode(error) === "23505";
}

/** True when a statement or transaction failed because the database is unavailable. A retry may succeed. */
export function isDatabaseAway(error: unknown): boolean {
  const errors = chain(error);
  const isStatement = errors.some((one) => "query" in one);
  return errors
    .map(codeOf)
    .some((code) => AWAY_STATES.test(code) || CLOSED.test(code) || (isStatement && BROKEN.test(code)));
}

/** True when a file or the database could not be written because a disk is full or read-only, or a quota is used up. */
export function isStorageFull(error: unknown): boolean {
  return chain(error).some((one) => NO_ROOM.test(codeOf(one)) || isReadOnly(one));
}

/** True when PostgreSQL found a table, an index or a file damaged or missing. A retry fails again. */
export function isDamage(error: unknown): boolean {
  return chain(error).some((one) => {
    const code = codeOf(one);
    if (!DAMAGE.test(code)) return false;
    return !code.startsWith("58") || (one instanceof Error && DATA_FILE.test(one.message));
  });
}

/** PostgreSQL has one code for files that it may not write for any reason, and for statements without a privilege. */
function isReadOnly(error: object): boolean {
  return codeOf(error) === "42501" && error instanceof Error && /read-only file system/i.test(error.message);
}

/** True when a statement waited longer for a lock than it was allowed to. */
export function isLockTimeout(error: unknown): boolean {
  return postgresCode(error) === "55P03";
}

/** True when the database aborted a transaction because of a conflict or deadlock. A retry may succeed. */
export function isSerializationFailure(error: unknown): boolean {
  return ["40001", "40P01"].includes(postgresCode(error) ?? "");
}

/** An error followed by its causes. */
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
