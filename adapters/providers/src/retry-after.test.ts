import { expect, test } from "bun:test";
import { parseWaitMs, retryAfterMs } from "./retry-after.ts";

const nowMs = Date.parse("2026-01-01T00:00:00Z");

test.each([
  ["1s", 1000],
  ["6m0s", 360_000],
  ["20ms", 20],
  ["1h2m3.5s", 3_723_500],
  ["2.5", 2500],
  [" 7 ", 7000],
  ["Thu, 01 Jan 2026 00:00:30 GMT", 30_000],
  ["Wed, 31 Dec 2025 23:59:00 GMT", undefined],
  ["0", undefined],
  ["0s", undefined],
  ["-5", undefined],
  ["soon", undefined],
  ["", undefined],
])("parses the wait %p as %p ms", (text, waitMs) => {
  expect(parseWaitMs(text, nowMs)).toBe(waitMs as number);
});

test.each([
  [{ "retry-after-ms": "150", "retry-after": "9" }, 150],
  [{ "retry-after": "9", "x-ratelimit-reset-requests": "1s" }, 9000],
  [{ "retry-after": "0", "x-ratelimit-reset-requests": "1s" }, 1000],
  [{ "x-ratelimit-reset-requests": "6m0s" }, 60_000],
  [{ "x-ratelimit-reset-requests": "1s", "x-ratelimit-remaining-requests": "40" }, undefined],
  [
    {
      "x-ratelimit-remaining-requests": "40",
      "x-ratelimit-reset-requests": "1s",
      "x-ratelimit-remaining-tokens": "0",
      "x-ratelimit-reset-tokens": "7.5s",
    },
    7500,
  ],
  [{}, undefined],
])("reads from the headers %p a wait of %p ms", (headers, waitMs) => {
  expect(retryAfterMs(new Headers(headers as Record<string, string>), nowMs)).toBe(waitMs as number);
});
