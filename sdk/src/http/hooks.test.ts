import { expect, spyOn, test } from "bun:test";
import { rejection } from "../../../test/support/failure.ts";
import packageJson from "../../package.json";
import { fakeServer, json, refusal } from "../fake-server.ts";
import type { QuarryHooks } from "./hooks.ts";
import { userAgent } from "./user-agent.ts";

const once503 = (_: unknown, index: number) => (index === 0 ? refusal(503) : json({ status: "ok" }));

test("hooks see each attempt, and may sign requests", async () => {
  const events: unknown[] = [];
  const hooks: QuarryHooks = {
    onRequest({ method, url, attempt, headers }) {
      headers.set("x-signature", `${method} ${attempt}`);
      events.push(["request", url, attempt]);
    },
    onResponse: ({ status, requestId, durationMs }) =>
      void events.push(["response", status, requestId, durationMs >= 0]),
    onError: ({ error, retryInMs }) => void events.push(["error", (error as Error).name, retryInMs]),
  };
  const { quarry, seen } = fakeServer(once503, { hooks });
  await quarry.health();
  const url = "http://quarry.test/api/health";
  expect(events).toEqual([
    ["request", url, 0],
    ["response", 503, undefined, true],
    ["error", "UnavailableError", 0],
    ["request", url, 1],
    ["response", 200, undefined, true],
  ]);
  expect(seen.map(({ headers }) => headers.get("x-signature"))).toEqual(["GET 0", "GET 1"]);
});

test("an error of a hook rejects the call and is not retried", async () => {
  for (const name of ["onRequest", "onResponse"] as const) {
    const broken = new Error("no signature");
    const hooks = { [name]: () => Promise.reject(broken) };
    const { quarry, seen } = fakeServer(() => json({}), { hooks });
    expect(await rejection(quarry.health())).toBe(broken);
    expect(seen).toHaveLength(name === "onRequest" ? 0 : 1);
  }
});

test("the log has what its level asks for, and no credentials", async () => {
  const seenAt = async (logLevel: "error" | "warn" | "info" | "debug") => {
    const lines: string[] = [];
    const take = (level: string) => (message: string, fields: object) =>
      void lines.push(`${level} ${message} ${JSON.stringify(fields)}`);
    const logger = { error: take("error"), warn: take("warn"), info: take("info"), debug: take("debug") };
    const { quarry } = fakeServer(once503, { apiKey: "qry_secret", logLevel, logger });
    await quarry.health();
    await rejection(quarry.withOptions({ fetch: async () => refusal(404) }).health());
    expect(lines.join("\n")).not.toContain("qry_secret");
    return lines.map((line) => line.split(" ")[0]);
  };
  expect(await seenAt("error")).toEqual(["error"]);
  expect(await seenAt("warn")).toEqual(["warn", "error"]);
  expect(await seenAt("info")).toEqual(["info", "warn", "info", "info", "error"]);
  expect(await seenAt("debug")).toEqual([
    ...["debug", "info", "warn", "debug", "info"],
    ...["debug", "info", "error"],
  ]);
});

test("nothing is logged unless asked for, and an unknown level is refused", async () => {
  const warn = spyOn(console, "warn").mockImplementation(() => undefined);
  try {
    await fakeServer(once503).quarry.health();
    expect(warn).not.toHaveBeenCalled();
    await fakeServer(once503, { logLevel: "warn" }).quarry.health();
    expect(warn).toHaveBeenCalledTimes(1);
  } finally {
    warn.mockRestore();
  }
  expect(() => fakeServer(once503, { logLevel: "loud" as never })).toThrow("off, error, warn, info, debug");
});

test("User-Agent names the versions of the package and of the runtime", async () => {
  const { quarry, seen } = fakeServer(() => json({ status: "ok" }));
  await quarry.health();
  await quarry.health({ headers: { "user-agent": "own/1" } });
  const own = `quarry-sdk/${packageJson.version}`;
  expect(seen.map(({ headers }) => headers.get("user-agent"))).toEqual([
    `${own} bun/${Bun.version}`,
    "own/1",
  ]);
  expect(userAgent({ process: { versions: { node: "20.1.0" } } })).toBe(`${own} node/20.1.0`);
  expect(userAgent({ Deno: { version: { deno: "2.9.6" } } })).toBe(`${own} deno/2.9.6`);
  expect(userAgent({ navigator: { userAgent: "Cloudflare-Workers" } })).toBe(`${own} workerd`);
  // Browsers would ask the server for permission to send it.
  expect(userAgent({ document: {}, navigator: { userAgent: "Mozilla/5.0" } })).toBeUndefined();
});
