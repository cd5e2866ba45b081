import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { hasBrowser, startBrowser, type TestBrowser } from "../support/browser.ts";
import { type RunningServer, startServer } from "../support/running-server.ts";

describe.skipIf(!hasBrowser())("the page of the reference, in a browser", () => {
  let server: RunningServer;
  let browser: TestBrowser;
  let page: Page;
  const problems: string[] = [];
  const hosts = new Set<string>();

  beforeAll(async () => {
    server = await startServer();
    browser = await startBrowser();
    page = await browser.newPage();
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") problems.push(message.text());
    });
    page.on("request", (request) => {
      const { protocol, host } = new URL(request.url());
      if (protocol.startsWith("http")) hosts.add(host);
    });
    await page.goto(`${server.baseUrl}/docs`);
  }, 120_000);
  afterAll(async () => {
    await browser?.stop();
    await server?.stop();
  });

  test("lists the operations by tags with their descriptions", async () => {
    await page.getByText("A space holds documents that belong together.").waitFor();
    expect(await page.locator(".opblock").count()).toBeGreaterThan(50);
  });

  test("shows the samples of an operation, one at a time", async () => {
    await page.locator("#operations-spaces-createSpace .opblock-summary-control").click();
    const samples = page.locator("#operations-spaces-createSpace .samples");
    const shown = () => samples.locator("pre").textContent();
    await samples.waitFor();
    expect(await shown()).toStartWith("curl -X POST");
    await samples.getByRole("tab", { name: "TypeScript (SDK)" }).click();
    expect(await shown()).toContain("await quarry.spaces.create({");
    await samples.getByRole("tab", { name: "MCP" }).click();
    expect(await shown()).toContain('"name": "create_space"');
  });

  test("sends a request that is tried out", async () => {
    const operation = page.locator("#operations-health-health");
    await operation.locator(".opblock-summary-control").click();
    await operation.getByRole("button", { name: "Try it out" }).click();
    await operation.getByRole("button", { name: "Execute" }).click();
    await operation
      .locator(".live-responses-table .response-col_status")
      .filter({ hasText: "200" })
      .waitFor();
  });

  test("runs scripts of its files alone", async () => {
    const { headers } = await fetch(`${server.baseUrl}/docs`);
    const policy = String(headers.get("content-security-policy"));
    expect(policy).toContain("script-src 'self';");
    expect(await page.locator("script:not([src])").count()).toBe(0);
  });

  test("loads nothing from other hosts and has no errors", () => {
    expect([...hosts]).toEqual([new URL(server.baseUrl).host]);
    expect(problems).toEqual([]);
  });
});
