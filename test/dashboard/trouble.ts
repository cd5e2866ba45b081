import { expect, test } from "bun:test";
import type { DashboardSession } from "./dashboard-session.ts";

const SPACES = "**/api/spaces?**";
const SLOW_MS = 6_500;
/** What a page needs that is opened later. */
const PARTS = ["**/app/assets/part-*", "**/health"];
/** The time in which the router would load the page again. */
const RELOAD_MS = 1_000;

/** What the page does while the server does not answer as usual. */
export function trouble(session: () => DashboardSession): void {
  const shown = () => session().page.getByRole("heading", { name: "Calm" });
  const refusal = (status: number, code: string, retryAfter?: string) => ({
    status,
    contentType: "application/json",
    body: JSON.stringify({ code, message: "Refused by the test." }),
    headers: retryAfter === undefined ? {} : { "retry-after": retryAfter },
  });

  test("says that the server is slow, and waits", async () => {
    const { page, open, quarry } = session();
    await quarry.spaces.create({ name: "Calm" });
    await page.route(SPACES, async (route) => {
      await Bun.sleep(SLOW_MS);
      await route.continue();
    });
    await open("/app/spaces", "Spaces");
    await page.getByText("The server takes longer than usual").waitFor();
    await session().expectAccessible();
    await shown().waitFor();
    await page.getByText("The server takes longer than usual").waitFor({ state: "detached" });
    await page.unroute(SPACES);
  });

  test("says how long a limit holds, and goes on after it", async () => {
    const { page, open } = session();
    let refusals = 0;
    await page.route(SPACES, (route) => {
      refusals += 1;
      return refusals === 1 ? route.fulfill(refusal(429, "rate_limited", "5")) : route.continue();
    });
    await open("/app/spaces", "Spaces");
    await page.getByText(/Too many calls at the moment. The page goes on in [1-5] ?s/).waitFor();
    await shown().waitFor();
    expect(refusals).toBe(2);
    await page.unroute(SPACES);
  });

  test("says that the server is busy, and goes on when it is not", async () => {
    const { page, open } = session();
    await page.route(SPACES, (route) => route.fulfill(refusal(503, "unavailable")));
    await open("/app/spaces", "Spaces");
    await page.getByText("The server is busy").waitFor();
    await page.unroute(SPACES);
    await shown().waitFor();
  });

  test("says that the device is offline, and goes on when it is not", async () => {
    const { page, open } = session();
    await open("/app/spaces", "Spaces");
    await page.context().setOffline(true);
    await page.getByText("This device is offline").waitFor();
    await page.context().setOffline(false);
    await page.getByText("This device is offline").waitFor({ state: "detached" });
    await shown().waitFor();
  });

  test("keeps what was typed when a change is refused", async () => {
    const { page, open } = session();
    await open("/app/spaces", "Spaces");
    await page.getByRole("button", { name: "New space" }).first().click();
    await page.getByLabel("Name").fill("Typed in a storm");
    await page.route("**/api/spaces", (route) => route.fulfill(refusal(503, "unavailable", "0")));
    await page.getByRole("button", { name: "Create the space" }).click();
    await page.getByRole("dialog").getByText("Refused by the test.").waitFor();
    await page.unroute("**/api/spaces");
    expect(await page.getByLabel("Name").inputValue()).toBe("Typed in a storm");
    await page.getByRole("button", { name: "Create the space" }).click();
    await page.getByRole("heading", { name: "Typed in a storm" }).waitFor();
  });

  for (const name of ["Questions", "Operator"])
    test(`opens ${name} when its part can be loaded, without loading the page again`, async () => {
      const { page, open } = session();
      await open("/app/spaces", "Spaces");
      // Before all parts are loaded ahead.
      for (const url of PARTS) await page.route(url, (route) => route.abort());
      await page.evaluate("window.__kept = true");
      await page.getByRole("navigation").getByRole("link", { name, exact: true }).click();
      await page.locator(".trouble").getByText("The server cannot be reached").waitFor();
      await page.waitForTimeout(RELOAD_MS);
      for (const url of PARTS) await page.unroute(url);
      await page.getByRole("heading", { level: 1, name }).waitFor();
      expect(await page.evaluate("window.__kept")).toBe(true);
    });
}
