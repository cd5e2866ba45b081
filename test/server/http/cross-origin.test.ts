import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { hasBrowser, startBrowser, type TestBrowser } from "../../support/browser.ts";
import { type RunningServer, startServer } from "../../support/running-server.ts";

describe.skipIf(!hasBrowser())("a page of another origin", () => {
  let server: RunningServer;
  let browser: TestBrowser;
  let foreign: ReturnType<typeof Bun.serve>;
  beforeAll(async () => {
    server = await startServer();
    browser = await startBrowser();
    const html = { headers: { "content-type": "text/html" } };
    foreign = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      fetch: () => new Response("<p>foreign</p>", html),
    });
  }, 120_000);
  afterAll(async () => {
    await foreign?.stop(true);
    await browser?.stop();
    await server?.stop();
  });

  /** Calls from the page with the key, or else with the cookies that the browser sends. */
  async function callFromPage(path: string, key: string | null) {
    const page = await browser.newPage();
    await page.goto(String(foreign.url));
    return page.evaluate(
      async ({ url, key }) => {
        const headers = {
          "Content-Type": "application/json",
          ...(key ? { Authorization: `Bearer ${key}` } : {}),
        };
        const init = { method: "POST", headers, body: JSON.stringify({ name: "From another origin" }) };
        const credentials = key ? "same-origin" : "include";
        try {
          const response = await fetch(url, { ...init, credentials });
          return { status: response.status, requestId: response.headers.get("x-request-id") };
        } catch {
          return { status: 0, requestId: null };
        }
      },
      { url: server.baseUrl + path, key },
    );
  }

  test("can call with an API key and read the response headers", async () => {
    const { status, requestId } = await callFromPage("/api/spaces", server.rootKey);
    expect(status).toBe(201);
    expect(requestId).toStartWith("req_");
  }, 120_000);

  test("cannot call with the session of the signed-in person", async () => {
    expect((await callFromPage("/api/spaces", null)).status).toBe(0);
  }, 120_000);
});
