import { QuarryError } from "@quarry/core";
import { DrizzleQueryError } from "drizzle-orm";
import { currentRequestId } from "../work-context.ts";
import { postgresCode } from "./database-errors.ts";

/** Levels of the log, from the most to the least detailed. */
export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;

/** What the log contains: entries of this level and above. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** How entries look: `text` writes the sentences of `announce` and `info` as they are, `json` everything as JSON. */
export const LOG_FORMATS = ["text", "json"] as const;

/** How the log is written. */
export interface LogSettings {
  readonly level: LogLevel;
  readonly format: (typeof LOG_FORMATS)[number];
}

/** Facts of an entry. Must not contain secrets or a tenant's text. */
export type LogFields = Readonly<Record<string, string | number>>;

/** The log of the service, one line per message. Entries during a request carry its id. */
export interface Log {
  /** Tells the operator what must be seen at every level. */
  announce(message: string): void;
  debug(message: string, fields?: LogFields): void;
  info(message: string): void;
  warn(message: string, fields?: LogFields): void;
  /** Logs a failure. */
  error(message: string, error: unknown, fields?: LogFields): void;
}

/** Creates a log: warnings and errors on stderr, everything else on stdout. */
export function createConsoleLog({ level, format }: LogSettings = { level: "info", format: "text" }): Log {
  const isWritten = (of: LogLevel) => LOG_LEVELS.indexOf(of) >= LOG_LEVELS.indexOf(level);
  const toJson = (of: LogLevel, message: string, fields: object = {}) => {
    const requestId = currentRequestId();
    const id = requestId === undefined ? {} : { requestId };
    return JSON.stringify({ time: new Date().toISOString(), level: of, message, ...id, ...fields });
  };
  const announce = (message: string) => console.log(format === "text" ? message : toJson("info", message));
  return {
    announce,
    debug(message, fields) {
      if (isWritten("debug")) console.log(toJson("debug", message, fields));
    },
    info(message) {
      if (!isWritten("info")) return;
      if (currentRequestId() === undefined) announce(message);
      else console.log(toJson("info", message));
    },
    warn(message, fields) {
      if (isWritten("warn")) console.error(toJson("warn", message, fields));
    },
    error: (message, error, fields) =>
      console.error(toJson("error", message, { ...fields, error: describe(error) })),
  };
}

/** The parts of an error that are safe to log. The messages of database errors contain tenants' texts. */
function describe(error: unknown): Record<string, unknown> {
  const code = postgresCode(error);
  if (QuarryError.isInstance(error))
    return {
      code: error.code,
      message: error.message,
      ...(error.cause ? { cause: describe(error.cause) } : {}),
    };
  if (code !== undefined) return { name: "DatabaseError", code, ...placeOf(error), stack: stackOf(error) };
  if (!(error instanceof Error)) return { name: "Unknown" };
  const isDatabase = error instanceof DrizzleQueryError;
  return {
    name: isDatabase ? "DatabaseError" : error.name,
    ...(isDatabase ? {} : { message: error.message.slice(0, 500) }),
    ...(isDatabase && error.cause ? { cause: describe(error.cause) } : {}),
    stack: stackOf(error),
  };
}

/** What PostgreSQL names in an error: parts of the schema, never values. */
function placeOf(error: unknown): Record<string, string> {
  const place: Record<string, string> = {};
  for (let current = error; current instanceof Error; current = current.cause)
    for (const name of ["table_name", "column_name", "constraint_name"] as const) {
      const value = (current as { readonly [Name in typeof name]?: unknown })[name];
      if (typeof value === "string") place[name] = value;
    }
  return place;
}

/** The first frames of the stack, without the message that it starts with and that may contain a tenant's text. */
function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  const { stack = "", message } = error;
  const at = stack.indexOf(message);
  const frames = at < 0 ? stack : stack.slice(at + message.length);
  const lines = frames.split("\n").filter((line) => /^\s+at /.test(line));
  return lines.slice(0, 8).join("\n");
}
