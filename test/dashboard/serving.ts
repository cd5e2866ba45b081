import { expect, test } from "bun:test";
import { type DashboardSession, PASSWORD, signIn } from "./dashboard-session.ts";

/** Notes the calls of the API until a page shows something. */
const noteCalls = (selector: string) => `new MutationObserver(() => {
  if (window.__calls || !document.querySelector(${JSON.stringify(selector)})) return;
  const paths = performance.getEntriesByType("resource").map(({ name }) => name.slice(location.origin.length));
  window.__calls = paths.filter((path) => path.startsWith("/api/"));
}).observe(document, { childList: true, subtree: true })`;

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

  test("from before the session ended, to sign in and see the same question", async () => {
    const { browser, server } = session();
    const page = await browser.newPage();
    await signIn(page, server.baseUrl);
    await page.waitForURL(`${server.baseUrl}/app/spaces`);
    const address = `${server.baseUrl}/app/playground?q=tides`;
    const body = await (await page.request.get(address)).text();
    await page.route(address, (route) => route.fulfill({ body, contentType: "text/html" }));
    await page.context().clearCookies();
    await page.goto(address);
    const again = page.getByRole("dialog", { name: "Your session has ended" });
    await again.getByLabel("Password").fill(PASSWORD);
    await again.getByRole("button", { name: "Sign in" }).click();
    await again.waitFor({ state: "detached" });
    expect(await page.getByRole("textbox", { name: "Question" }).inputValue()).toBe("tides");
    await page.context().close();
  });

  test("with who is signed in, and reads what its first page shows once", async () => {
    const { browser, quarry, server } = session();
    const { space } = await quarry.spaces.create({ name: "Read once" });
    const file = new TextEncoder().encode("The pilot boat waits at the eastern mole.");
    const { document } = await quarry.documents.upsert({ spaceId: space.id, filename: "pilot.txt", file });
    const first = await browser.newPage();
    await signIn(first, server.baseUrl);
    const inSpace = `/app/spaces/${space.slug}`;
    const shown: readonly (readonly [string, string, string])[] = [
      ["/app/spaces", ".card", "/api/spaces?"],
      [inSpace, ".document-row a", `/api/spaces/${space.id}/documents?`],
      [`${inSpace}/documents/${document.id}`, ".passage", `/documents/${document.id}/chunks?`],
      ["/app/playground", ".ask textarea", "/api/spaces?"],
    ];
    for (const [path, selector, read] of shown) {
      const page = await first.context().newPage();
      await page.addInitScript(noteCalls(selector));
      await page.goto(server.baseUrl + path);
      await page.locator(selector).first().waitFor();
      const called = await page.evaluate<string[]>("window.__calls");
      expect(await page.locator(".account-names").textContent()).toContain("owner@example.com");
      expect(called.filter((each) => each.startsWith("/api/auth/"))).toEqual([]);
      expect(called.some((each) => each.includes(read))).toBe(true);
      expect(called).toEqual([...new Set(called)]);
      await page.close();
    }
    await first.context().close();
    await quarry.spaces.purge(space.id);
  });
}
