import { expect, test } from "bun:test";
import { type DashboardSession, PASSWORD } from "./dashboard-session.ts";

const SPACES = "**/api/spaces?**";
const SLOW_MS = 6_500;
/** What a page needs that is opened later. */
const PARTS = ["**/app/assets/part-*", "**/health"];
/** The time in which the router would load the page again. */
const RELOAD_MS = 1_000;
/** Longer than until a form is sent again. */
const AGAIN_MS = 6_000;

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

  const writeName = async (name: string) => {
    const { page, open } = session();
    await open("/app/spaces", "Spaces");
    await page.getByRole("button", { name: "New space" }).first().click();
    await page.getByLabel("Name").fill(name);
    return page.getByRole("dialog");
  };
  const send = () => session().page.getByRole("button", { name: "Create the space" }).click();
  const countOf = async (wanted: string) => {
    const { data } = await session().quarry.spaces.list({ pageSize: 100 });
    return data.filter(({ name }) => name === wanted).length;
  };

  for (const status of [429, 503])
    test(`keeps what was typed when a change is refused with ${status}, and sends it again by itself`, async () => {
      const { page, expectAccessible } = session();
      const name = `Typed in storm ${status}`;
      const form = await writeName(name);
      await page.route("**/api/spaces", (route) => route.fulfill(refusal(status, "refused", "0")));
      await send();
      await form.getByText("Refused by the test. Trying again by itself").waitFor();
      await expectAccessible();
      expect(await page.getByLabel("Name").inputValue()).toBe(name);
      await page.unroute("**/api/spaces");
      await page.getByRole("heading", { name }).waitFor();
      expect(await countOf(name)).toBe(1);
    });

  test("stores a change once whose answer was lost", async () => {
    const { page } = session();
    const name = "Lost at sea";
    await writeName(name);
    await page.route("**/api/spaces", async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      await route.fetch();
      await route.abort();
    });
    await send();
    await page.getByRole("dialog").getByText("The server cannot be reached").waitFor();
    await page.unroute("**/api/spaces");
    await page.getByRole("heading", { name }).waitFor();
    expect(await countOf(name)).toBe(1);
  });

  test("does not send a form again that was closed", async () => {
    const { page } = session();
    const name = "Given up";
    const form = await writeName(name);
    await page.route("**/api/spaces", (route) => route.fulfill(refusal(503, "unavailable", "0")));
    await send();
    await form.getByText("Trying again by itself").waitFor();
    await form.getByRole("button", { name: "Cancel" }).click();
    await page.unroute("**/api/spaces");
    await page.waitForTimeout(AGAIN_MS);
    expect(await countOf(name)).toBe(0);
  });

  test("sends a form again when the person has signed in again", async () => {
    const { page } = session();
    const name = "After the watch";
    await writeName(name);
    await page.route("**/api/spaces", (route) => route.fulfill(refusal(401, "unauthorized")));
    await send();
    const again = page.getByRole("dialog", { name: "Your session has ended" });
    await again.waitFor();
    await page.unroute("**/api/spaces");
    await again.getByLabel("Password").fill(PASSWORD);
    await again.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name }).waitFor();
    expect(await countOf(name)).toBe(1);
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
