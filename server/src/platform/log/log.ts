import { QuarryError } from "@quarry/core";
import { DrizzleQueryError } from "drizzle-orm";
import { postgresCode } from "./database-errors.ts";

/** The log of the service, one line per message. */
export interface Log {
  info(message: string): void;
  /** Logs a failure. `fields` must not contain secrets or a tenant's text. */
  error(message: string, error: unknown, fields?: Readonly<Record<string, string>>): void;
}

/** Creates a log on stdout and stderr. */
export function createConsoleLog(): Log {
  return {
    info: (message) => console.log(message),
    error(message, error, fields = {}) {
      console.error(
        JSON.stringify({ time: new Date().toISOString(), message, ...fields, error: describe(error) }),
      );
    },
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
