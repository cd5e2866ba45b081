import { QuarryError } from "@quarry/core";
import { DrizzleQueryError } from "drizzle-orm";
import { postgresCode } from "./database-errors.ts";

/** Where the service says what happens; one line a message. */
export interface Log {
  info(message: string): void;
  /** Logs a failure. Fields must hold no secret and no text of a tenant. */
  error(message: string, error: unknown, fields?: Readonly<Record<string, string>>): void;
}

/** A log on the standard streams. */
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

/** What may be logged of an error: database errors carry a tenant's whole text in their message. */
function describe(error: unknown): Record<string, unknown> {
  const code = postgresCode(error);
  if (QuarryError.isInstance(error))
    return {
      code: error.code,
      message: error.message,
      ...(error.cause ? { cause: describe(error.cause) } : {}),
    };
  if (code !== undefined) return { name: "DatabaseError", code };
  if (!(error instanceof Error)) return { name: "Unknown" };
  const isDatabase = error instanceof DrizzleQueryError;
  return {
    name: isDatabase ? "DatabaseError" : error.name,
    ...(isDatabase ? {} : { message: error.message.slice(0, 500) }),
    ...(isDatabase && error.cause ? { cause: describe(error.cause) } : {}),
    stack: stackOf(error),
  };
}

/** The stack without the message, which its first lines repeat. */
function stackOf(error: Error): string {
  const lines = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return lines.slice(0, 8).join("\n");
}
