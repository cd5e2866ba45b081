import { expect, test } from "bun:test";
import { QuarryError } from "@quarry/core";
import { addKey } from "../server/other-tenant.ts";
import { startApp } from "../support/in-process-app.ts";
import { openAiClient, refusal } from "./client.ts";

test("too many calls, an unavailable store and a defect have OpenAI's form, and leak nothing", async () => {
  const failures: Error[] = [];
  const app = await startApp({
    change: (deps) => {
      const search = () => Promise.reject(failures[0] ?? new Error("no failure is set"));
      const openAi = { ...deps.services.openAi, search: { search } };
      return { ...deps, services: { ...deps.services, openAi } };
    },
  });
  try {
    const { key } = await addKey(app.deps, app.orgId, "slow", {
      rateLimit: { limit: 1, windowSeconds: 3600 },
    });
    const slow = openAiClient(app, key);
    await slow.vectorStores.list();
    const limited = await refusal(slow.vectorStores.list());
    expect(limited).toMatchObject({ status: 429, code: "rate_limit_exceeded", type: "rate_limit_error" });
    expect(Number(limited.headers?.get("retry-after"))).toBeGreaterThan(0);

    const client = openAiClient(app);
    const search = () => refusal(client.vectorStores.search("spc_1", { query: "a" }));
    failures[0] = new QuarryError("unavailable", "The vector store is away.", { retryAfterMs: 3000 });
    const away = await search();
    expect(away).toMatchObject({ status: 503, code: "unavailable", type: "server_error", param: null });
    expect(away.headers?.get("retry-after")).toBe("3");
    failures[0] = new Error("a secret of the service");
    const defect = await search();
    expect(defect).toMatchObject({ status: 500, code: "internal", type: "server_error" });
    expect(JSON.stringify(defect.error)).not.toContain("secret");
    expect(defect.requestID).toMatch(/^req_/);
  } finally {
    await app.stop();
  }
});
