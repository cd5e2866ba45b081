import { expect, test } from "bun:test";
import { QuarryError } from "@quarry/core";
import { DrizzleQueryError } from "drizzle-orm";
import { failureCause } from "./failure-cause.ts";

const withCode = (code: string) => Object.assign(new Error("failed"), { code });
const readOnly = Object.assign(new Error('could not open file "base/5/1": Read-only file system'), {
  code: "42501",
});
const ofStatement = (code: string) => new DrizzleQueryError("select $1", ["text"], withCode(code));

test.each([
  ["a refusal of the file", new QuarryError("invalid_request", "The file is damaged."), "file"],
  ["a full space", new QuarryError("forbidden", "The space is full."), "file"],
  ["a provider that is away", new QuarryError("unavailable", "It cannot be reached."), "world"],
  ["a rate limit", new QuarryError("rate_limited", "Too many calls."), "world"],
  ["a database that stops", ofStatement("57P01"), "world"],
  ["a lost connection", ofStatement("CONNECTION_CLOSED"), "world"],
  ["a deadlock", ofStatement("40P01"), "world"],
  ["a full disk of the database", ofStatement("53100"), "world"],
  ["a read-only disk of the database", new DrizzleQueryError("select $1", ["text"], readOnly), "world"],
  ["a statement without a privilege", ofStatement("42501"), "service"],
  ["a full disk", withCode("ENOSPC"), "world"],
  ["an S3 server that is away", withCode("ConnectionRefused"), "world"],
  ["NUL in JSON", ofStatement("22P05"), "service"],
  ["NUL in a text", ofStatement("22021"), "service"],
  ["half a surrogate pair in JSON", ofStatement("22P02"), "service"],
  ["a violated constraint", ofStatement("23514"), "service"],
  ["a wrong statement", ofStatement("42703"), "service"],
  ["a failed assertion", new QuarryError("internal", "A chunk has no id."), "service"],
  ["an exception", new TypeError("undefined is not an object"), "service"],
  ["a wrong call of the runtime", withCode("ERR_INVALID_ARG_TYPE"), "service"],
  ["a thrown string", "failed", "service"],
] as const)("%s is sorted", (_name, error, cause) => {
  expect(failureCause(error)).toBe(cause);
});
