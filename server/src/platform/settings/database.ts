import { resolve } from "node:path";
import { QuarryError } from "@quarry/core";
import { type Environment, text } from "./environment.ts";

/** Reads the URL of the PostgreSQL server; undefined for the embedded database. */
export function databaseUrl(env: Environment): string | undefined {
  const value = text(env, "DATABASE_URL");
  if (value !== undefined && !/^postgres(?:ql)?:\/\//.test(value))
    throw new QuarryError(
      "invalid_request",
      "Setting DATABASE_URL must be a PostgreSQL URL, e.g. postgres://user:password@host/database (its value is not shown).",
    );
  return value;
}

/** The folder with an earlier PostgreSQL's `bin` and `lib`, if it is named. */
export function oldPostgres(env: Environment): string | undefined {
  const value = text(env, "QUARRY_OLD_POSTGRES");
  return value === undefined ? undefined : resolve(value);
}
