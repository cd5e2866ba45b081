import { expect, test } from "bun:test";
import type { DashboardSession } from "../dashboard-session.ts";
import { NAMES } from "./fill-hostile.ts";
import { harmOn, textsOf } from "./harm.ts";

/** Names that the account routes take: one line, without marks that turn the direction. */
const USABLE = NAMES.filter((name) => !/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(name));
/** Every one of them would take minutes: each name is a reload of three pages. */
const SAMPLE_EVERY = 18;

/** Names of the organization and of its owner, on pages of the dashboard and of the server. */
export function hostileNames(session: () => DashboardSession): void {
  /** Calls an account route with the session of the page. */
  const call = (path: string, body: object) =>
    session().page.evaluate<number>(
      `fetch("/api/auth/${path}", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: ${JSON.stringify(JSON.stringify(body))},
      }).then(({ status }) => status)`,
    );

  test("are shown in the frame, among the people and on the page of the account", async () => {
    const { page, open, server } = session();
    const sample = USABLE.filter((_, at) => at % SAMPLE_EVERY === 0);
    expect(sample.length).toBeGreaterThan(8);
    for (const name of sample) {
      await open("/app/people", "People");
      expect([name, await call("organization/update", { data: { name } })]).toEqual([name, 200]);
      expect([name, await call("update-user", { name })]).toEqual([name, 200]);
      await open("/app/people", "People");
      await page.locator(".row-name").first().waitFor();
      expect(await textsOf(page, ".account-names strong")).toEqual([name]);
      expect(await textsOf(page, ".row-name")).toEqual([`${name} (you)`]);
      expect([name, await harmOn(page)]).toEqual([name, []]);
      await open("/app/usage", "Usage");
      await page.getByText("is on the tier").waitFor();
      expect([name, await harmOn(page)]).toEqual([name, []]);
      await page.goto(`${server.baseUrl}/app/account`);
      expect((await textsOf(page, "li strong"))[0]).toBe(name);
      expect([name, await harmOn(page)]).toEqual([name, []]);
    }
  });
}
