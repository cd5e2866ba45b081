import { describe, expect, test } from "bun:test";
import { ERRORS, type ErrorCode } from "@quarry/schema";
import { invalidField, QuarryError } from "./errors.ts";

describe("QuarryError", () => {
  test("derives status and retryability from its code", () => {
    for (const [code, { status, retryable }] of Object.entries(ERRORS)) {
      const error = new QuarryError(code as ErrorCode, "No.");
      expect([error.status, error.retryable]).toEqual([status, retryable]);
    }
  });

  test("is an Error with name, message and options", () => {
    const cause = new Error("inner");
    const error = new QuarryError("unavailable", "Later.", { retryAfterMs: 1500, cause });
    expect(error).toBeInstanceOf(Error);
    expect(`${error}`).toBe("QuarryError: Later.");
    expect(error.retryAfterMs).toBe(1500);
    expect(error.cause).toBe(cause);
    expect(error.details).toBeUndefined();
  });

  test("has a cause only if one is given", () => {
    expect("cause" in new QuarryError("internal", "x")).toBe(false);
    expect("cause" in new QuarryError("internal", "x", { cause: undefined })).toBe(true);
  });

  test("is recognized across copies of the package, and other values are not", () => {
    const foreign = Object.assign(new Error("x"), { [Symbol.for("quarry.error")]: true });
    expect(QuarryError.isInstance(new QuarryError("conflict", "x"))).toBe(true);
    expect(QuarryError.isInstance(foreign)).toBe(true);
    for (const other of [new Error("x"), null, undefined, "QuarryError", { code: "conflict" }, 1])
      expect(QuarryError.isInstance(other)).toBe(false);
  });

  test("invalidField names the field in message and details", () => {
    const error = invalidField("/metadata", "must be a JSON object");
    expect([error.code, error.status]).toEqual(["invalid_request", 400]);
    expect(error.message).toBe("Invalid request: /metadata must be a JSON object.");
    expect(error.details).toEqual([{ path: "/metadata", message: "must be a JSON object" }]);
  });
});
