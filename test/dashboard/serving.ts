import { expect, test } from "bun:test";
import { type DashboardSession, signIn } from "./dashboard-session.ts";

/** How the server serves the dashboard. */
export function serving(session: () => DashboardSession): void {
  test("with a policy without inline scripts and evaluation", async () => {
    const { page, server } = session();
    const response = await page.goto(`${server.baseUrl}/app`);
    const policy = response?.headers()["content-security-policy"] ?? "";
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    await page.waitForURL(`${server.baseUrl}/app/spaces`);
  });

  test("with files that are cached for ever, compressed where the client takes it", async () => {
    const { page, server } = session();
    const html = await page.content();
    const paths = [...html.matchAll(/(?:src|href)="(\/app\/assets\/[^"]+)"/g)].map(([, path = ""]) => path);
    expect(paths.length).toBeGreaterThanOrEqual(3);
    for (const path of paths) {
      const [zipped, plain] = await Promise.all(
        ["gzip, br", "identity"].map((encoding) =>
          fetch(server.baseUrl + path, { headers: { "accept-encoding": encoding } }),
        ),
      );
      expect(zipped?.headers.get("content-encoding")).toBe("gzip");
      expect(zipped?.headers.get("cache-control")).toContain("immutable");
      expect(plain?.headers.get("content-encoding")).toBeNull();
      expect(await plain?.text()).toBe((await zipped?.text()) ?? "");
    }
    expect((await fetch(`${server.baseUrl}/app/assets/main-0.js`)).status).toBe(404);
  });

  test("to people who are signed in; others sign in first and arrive where they wanted to", async () => {
    const { browser, server } = session();
    const page = await browser.newPage();
    await signIn(page, server.baseUrl, "/app/spaces?status=archived");
    await page.waitForURL(`${server.baseUrl}/app/spaces?status=archived`);
    await page.context().close();
  });

  test("without script as the page of the account", async () => {
    const { browser, server } = session();
    const page = await browser.newPage({ javaScriptEnabled: false });
    await signIn(page, server.baseUrl);
    await page.waitForURL(`${server.baseUrl}/app/account`);
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await page.context().close();
  });

  test("with a page for addresses that do not exist", async () => {
    await session().open("/app/nowhere", "There is no such page");
    await session().expectAccessible();
  });

  test("again after the session ended, without losing what was typed", async () => {
    const { page, open, server } = session();
    await open("/app/spaces", "Spaces");
    await page.getByRole("button", { name: "New space" }).first().click();
    await page.getByLabel("Name").fill("Kept through a sign-in");
    await page.context().clearCookies();
    await page.getByRole("button", { name: "Create the space" }).click();
    const again = page.getByRole("dialog", { name: "Your session has ended" });
    await again.getByLabel("Password").fill("a long enough password");
    await session().expectAccessible();
    await again.getByRole("button", { name: "Sign in" }).click();
    await again.waitFor({ state: "detached" });
    await page.getByRole("heading", { name: "Kept through a sign-in" }).waitFor();
    expect(server.baseUrl).toBe(new URL(page.url()).origin);
  });

  test("from the memory of the browser, to sign in and arrive at the same question", async () => {
    const { browser, server } = session();
    const page = await browser.newPage();
    await signIn(page, server.baseUrl);
    await page.waitForURL(`${server.baseUrl}/app/spaces`);
    await page.route("**/api/auth/get-session", (route) => route.fulfill({ json: null }));
    const path = "/app/playground?q=tides";
    await page.goto(server.baseUrl + path).catch(() => undefined);
    await page.waitForURL(/\/app\/sign-in/);
    expect(new URL(page.url()).searchParams.get("next")).toStartWith(path);
    await page.context().close();
  });
}
