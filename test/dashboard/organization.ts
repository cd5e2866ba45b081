import { expect, test } from "bun:test";
import { Quarry } from "@quarry/sdk";
import type { Page } from "playwright-core";
import { acceptInvitation } from "./accept-invitation.ts";
import type { DashboardSession } from "./dashboard-session.ts";

const HISTORY = [
  { day: "2026-01-29", calls: 7, documents: null, storageBytes: null },
  { day: "2026-01-30", calls: 1200, documents: 9, storageBytes: 3_000_000 },
  { day: "2026-01-31", calls: 20, documents: 5, storageBytes: 2_000_000 },
];

/** The pages of the organization: keys, people, usage. */
export function organization(session: () => DashboardSession): void {
  const row = (name: string) => session().page.getByRole("listitem").filter({ hasText: name });
  const choose = async (name: string, action: string) => {
    await session()
      .page.getByRole("button", { name: `More actions: ${name}` })
      .click();
    await session().page.getByRole("menuitem", { name: action }).click();
  };
  /** The key or link that a dialog shows. */
  const secret = async () => (await session().page.locator(".secret code").first().textContent()) ?? "";
  const answersWith = (apiKey: string) =>
    new Quarry({ baseUrl: session().server.baseUrl, apiKey, maxRetries: 0 }).spaces.list().then(
      () => true,
      () => false,
    );

  /** The page of a person who was invited. */
  let guest: Page | undefined;

  test("make a key that works, and show it once", async () => {
    const { page, open, expectAccessible } = session();
    await open("/app/keys", "API keys");
    await page.getByRole("button", { name: "New key" }).first().click();
    await page.getByLabel("Name").fill("Website search");
    await page.getByRole("radio", { name: /^Read and write/ }).check();
    await page.getByLabel("Calls at most").fill("1200");
    await page.getByLabel("Counted by").selectOption("3600");
    await expectAccessible();
    await page.getByRole("button", { name: "Make the key" }).click();
    const key = await secret();
    expect(key).toStartWith("qry_");
    expect(await answersWith(key)).toBe(true);
    await expectAccessible();
    await page.getByRole("button", { name: "I have copied it" }).click();
    await row("Website search").getByText("Read and write").waitFor();
    await row("Website search").getByText("at most 1,200 calls an hour").waitFor();
    const { data } = await session().quarry.apiKeys.list();
    expect(data.find(({ name }) => name === "Website search")?.rateLimit).toEqual({
      limit: 1200,
      windowSeconds: 3600,
    });
    expect(await page.content()).not.toContain(key);
    await expectAccessible();

    await choose("Website search", "Rotate");
    await page.getByLabel("The old secret works for").selectOption("0");
    await page.getByRole("dialog").getByRole("button", { name: "Rotate" }).click();
    await page.getByText("The key is ready").waitFor();
    const rotated = await secret();
    expect([await answersWith(key), await answersWith(rotated)]).toEqual([false, true]);
    await page.getByRole("button", { name: "I have copied it" }).click();

    await choose("Website search", "Revoke");
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await row("Website search").waitFor({ state: "detached" });
    expect(await answersWith(rotated)).toBe(false);
  });

  test("invite a person, who joins as a member and sees what a role allows", async () => {
    const { page, open, browser, server, expectAccessible } = session();
    await open("/app/people", "People");
    await page.getByRole("button", { name: "Invite" }).click();
    await page.getByLabel("E-mail").fill("colleague@example.com");
    await page.getByRole("button", { name: "Send the invitation" }).click();
    const link = await secret();
    await expectAccessible();
    await page.getByRole("button", { name: "Close" }).click();
    await row("colleague@example.com").waitFor();
    await expectAccessible();

    guest = await acceptInvitation(browser, link, {
      name: "Colleague",
      email: "colleague@example.com",
    });
    await guest.goto(`${server.baseUrl}/app/keys`);
    expect(await guest.getByRole("link", { name: "API keys" }).count()).toBe(0);
    await guest.getByText("Only admins and the owner of the organization may do this.").waitFor();
    await guest.goto(`${server.baseUrl}/app/people`);
    await guest.getByText("owner@example.com").first().waitFor();
    expect(await guest.getByRole("button", { name: "Invite" }).count()).toBe(0);
    await guest.goto(`${server.baseUrl}/app/operator`);
    await guest.getByText("Only the operator sees this page").waitFor();
    await guest.keyboard.press("Control+k");
    await guest.getByRole("option", { name: "New space" }).waitFor();
    for (const name of ["New key", "New webhook", "Invite"])
      expect(await guest.getByRole("option", { name }).count()).toBe(0);
  });

  test("transfer the ownership after the address was typed, and get it back", async () => {
    const { page, open, server, expectAccessible } = session();
    if (!guest) throw new Error("The person was not invited.");
    await open("/app/people", "People");
    await choose("colleague@example.com", "Make the owner");
    const transfer = page.getByRole("button", { name: "Transfer the ownership" });
    await page.getByRole("dialog").getByRole("textbox").fill("colleague@example.org");
    expect(await transfer.isDisabled()).toBe(true);
    await expectAccessible();
    await page.getByRole("dialog").getByRole("textbox").fill("Colleague@example.com");
    await transfer.click();
    await page.getByText("Colleague is the owner now").waitFor();
    await row("colleague@example.com").getByText("Owner", { exact: true }).waitFor();
    await row("owner@example.com").getByText("Admin", { exact: true }).waitFor();
    // An admin may not change the owner's role.
    const actions = page.getByRole("button", { name: "More actions: colleague@example.com" });
    await actions.waitFor({ state: "detached" });
    await expectAccessible();

    await guest.goto(`${server.baseUrl}/app/people`);
    await guest.getByRole("button", { name: "More actions: owner@example.com" }).click();
    await guest.getByRole("menuitem", { name: "Make the owner" }).click();
    await guest.getByRole("dialog").getByRole("textbox").fill("owner@example.com");
    await guest.getByRole("button", { name: "Transfer the ownership" }).click();
    await guest.getByText("is the owner now").waitFor();
    // Admins manage members, and do not see the transfer.
    await guest.goto(`${server.baseUrl}/app/people`);
    await guest.getByRole("button", { name: "Invite" }).waitFor();
    expect(await guest.getByRole("menuitem", { name: "Make the owner" }).count()).toBe(0);
    await guest.context().close();
    const { data } = await session().quarry.audit.list();
    expect(data.filter(({ action }) => action === "ownership.transferred")).toHaveLength(2);
  });

  test("say what the tier allows as the limit of a key", async () => {
    const { page, open } = session();
    await page.route("**/api/usage", async (route) => {
      const answer = await route.fetch();
      const { usage } = await answer.json();
      const resetsAt = new Date().toISOString();
      const requests = [
        { windowSeconds: 60, limit: 60, remaining: 9, resetsAt },
        { windowSeconds: 86_400, limit: 100, remaining: 9, resetsAt },
      ];
      await route.fulfill({ json: { usage: { ...usage, requests } } });
    });
    await open("/app/keys", "API keys");
    await page.getByRole("button", { name: "New key" }).first().click();
    await page.getByText("which the tier sets to 4 an hour").waitFor();
    const windows = await page.getByLabel("Counted by").getByRole("option").allTextContents();
    expect(windows).toEqual(["an hour", "a day"]);
    await page.getByLabel("Counted by").selectOption("86400");
    await page.getByText("which the tier sets to 100 a day").waitFor();
    expect(await page.getByLabel("Calls at most").getAttribute("max")).toBe("100");
    await page.unroute("**/api/usage");
    await page.getByRole("button", { name: "Cancel" }).click();
  });

  test("show all members, however few the server gives at once", async () => {
    const { page, open } = session();
    const members = "**/organization/list-members?**";
    await page.route(members, async (route) => {
      const url = new URL(route.request().url());
      url.searchParams.set("limit", "1");
      await route.continue({ url: url.href });
    });
    await open("/app/people", "People");
    for (const email of ["owner@example.com", "colleague@example.com"]) await row(email).waitFor();
    await page.unroute(members);
  });

  test("change a role and remove a person", async () => {
    const { page, open, expectAccessible } = session();
    await open("/app/people", "People");
    for (const role of ["Member", "Admin"]) {
      await page.getByRole("button", { name: "More actions: colleague@example.com" }).click();
      await page.getByRole("menuitemradio", { name: role }).click();
      await row("colleague@example.com").getByText(role, { exact: true }).waitFor();
    }
    await choose("colleague@example.com", "Remove from the organization");
    const dialog = page.getByRole("dialog", { name: "Remove Colleague from the organization?" });
    await expectAccessible();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.reload();
    await choose("colleague@example.com", "Remove from the organization");
    await dialog.getByRole("button", { name: "Remove", exact: true }).click();
    await row("colleague@example.com").waitFor({ state: "detached" });
  });

  test("show who changed what", async () => {
    const { page, open, expectAccessible } = session();
    await open("/app/audit", "Audit log");
    await page.getByText("made an API key").waitFor();
    await page.getByText("removed a member").waitFor();
    await page.getByText("transferred the ownership").first().waitFor();
    await row("Website search").filter({ hasText: "revoked" }).getByText("owner@example.com").waitFor();
    await expectAccessible();
  });

  test("show what is used, and the limits", async () => {
    const { page, open, quarry, expectAccessible } = session();
    await open("/app/usage", "Usage");
    const { usage } = await quarry.usage.get();
    await page
      .getByRole("listitem")
      .filter({ hasText: "Documents" })
      .getByText(String(usage.documents.count), { exact: true })
      .waitFor();
    await expectAccessible();
  });

  test("show the usage of the last days as plots and as a table", async () => {
    const { page, open, expectAccessible } = session();
    await page.route("**/api/usage/history", async (route) => {
      const { days } = await (await route.fetch()).json();
      days.splice(-3, 3, ...HISTORY);
      await route.fulfill({ json: { days } });
    });
    await open("/app/usage", "Usage");
    for (const name of [
      "Calls per day: today 20, highest 1,200",
      "Storage: today 2 MB, highest 3 MB",
      "Documents: today 5, highest 9",
    ])
      await page.getByRole("img", { name, exact: true }).waitFor();
    expect(await page.locator(".plot rect").evaluateAll((bars) => bars.length)).toBe(30 + 2 + 2);
    expect(await page.locator(".plot title").allTextContents()).toContain("Jan 30, 2026: 1,200");
    await expectAccessible();
    await page.getByText("As a table").click();
    const rows = await page.getByRole("row").allInnerTexts();
    expect(rows.map((row) => row.split("\t"))).toEqual([
      ["Day", "Calls per day", "Storage", "Documents"],
      ["Jan 31, 2026", "20", "2 MB", "5"],
      ["Jan 30, 2026", "1,200", "3 MB", "9"],
      ["Jan 29, 2026", "7", "not recorded", "not recorded"],
    ]);
    await expectAccessible();
    await page.unroute("**/api/usage/history");
  });
}
