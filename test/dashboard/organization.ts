import { expect, test } from "bun:test";
import { Quarry } from "@quarry/sdk";
import { acceptInvitation } from "./accept-invitation.ts";
import type { DashboardSession } from "./dashboard-session.ts";

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

  test("make a key that works, and show it once", async () => {
    const { page, open, expectAccessible } = session();
    await open("/app/keys", "API keys");
    await page.getByRole("button", { name: "New key" }).first().click();
    await page.getByLabel("Name").fill("Website search");
    await page.getByRole("radio", { name: /^Read and write/ }).check();
    await expectAccessible();
    await page.getByRole("button", { name: "Make the key" }).click();
    const key = await secret();
    expect(key).toStartWith("qry_");
    expect(await answersWith(key)).toBe(true);
    await expectAccessible();
    await page.getByRole("button", { name: "I have copied it" }).click();
    await row("Website search").getByText("Read and write").waitFor();
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

    const guest = await acceptInvitation(browser, link, {
      name: "Colleague",
      email: "colleague@example.com",
    });
    await guest.goto(`${server.baseUrl}/app/keys`);
    expect(await guest.getByRole("link", { name: "API keys" }).count()).toBe(0);
    await guest.getByText("Only admins and the owner of the organization may do this.").waitFor();
    await guest.goto(`${server.baseUrl}/app/people`);
    await guest.getByText("owner@example.com").first().waitFor();
    expect(await guest.getByRole("button", { name: "Invite" }).count()).toBe(0);
    await guest.context().close();
  });

  test("change a role and remove a person", async () => {
    const { page, open } = session();
    await open("/app/people", "People");
    await page.getByRole("button", { name: "More actions: colleague@example.com" }).click();
    await page.getByRole("menuitemradio", { name: "Admin" }).click();
    await row("colleague@example.com").getByText("Admin", { exact: true }).waitFor();
    await choose("colleague@example.com", "Remove from the organization");
    await row("colleague@example.com").waitFor({ state: "detached" });
  });

  test("show who changed what", async () => {
    const { page, open, expectAccessible } = session();
    await open("/app/audit", "Audit log");
    await page.getByText("made an API key").waitFor();
    await page.getByText("removed a member").waitFor();
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
}
