import { expect } from "bun:test";
import type { Reply } from "./caller.ts";
import { objects, string } from "./reading.ts";

const SHORT_NAMES: Record<number, string> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  429: "Too Many Requests",
};

/** Runs toMatchObject on a copy, because Bun writes the expectation's matchers (`expect.any`, …) into the object. */
export function expectMatch(actual: unknown, expected: object): void {
  expect(structuredClone(actual)).toMatchObject(expected);
}

/** Checks the error shape that all failing calls share, and returns the message. */
export function expectError(reply: Reply, status: number): string {
  expectMatch({ status: reply.status, body: reply.text.slice(0, 500) }, { status });
  expect(reply.headers.get("content-type")).toContain("application/json");
  expectMatch(reply.json, {
    error: SHORT_NAMES[status] ?? expect.any(String),
    message: expect.any(String),
    statusCode: status,
    requestId: expect.any(String),
  });
  const message = string(reply.json.message);
  expect(message.length).toBeGreaterThan(0);
  expect(string(reply.json.requestId).length).toBeGreaterThan(0);
  return message;
}

/** Checks for a 400 whose details contain all of `paths`. */
export function expectRefused(reply: Reply, ...paths: string[]): void {
  expectError(reply, 400);
  const details = objects(reply.json.details);
  for (const detail of details)
    expectMatch(detail, { path: expect.any(String), message: expect.any(String) });
  expect(details.map((detail) => detail.path)).toEqual(expect.arrayContaining(paths));
}

/** Checks the status; a failure prints the body. */
export function expectStatus(reply: Reply, status: number): void {
  expectMatch({ status: reply.status, body: reply.text.slice(0, 500) }, { status });
}
