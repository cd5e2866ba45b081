import { afterAll, beforeAll, expect, test } from "bun:test";
import { startReceiver, type WebhookReceiver } from "../support/webhook-receiver.ts";
import type { DashboardSession } from "./dashboard-session.ts";

/** The webhooks of the organization. */
export function webhooks(session: () => DashboardSession): void {
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    receiver = startReceiver();
    await session().quarry.spaces.create({ name: "Signals" });
  });
  afterAll(() => receiver.stop());

  const rows = (type: string) => session().page.getByRole("listitem").filter({ hasText: type });

  test("are created, and show their secret once", async () => {
    const { page, open, expectAccessible } = session();
    await open("/app/webhooks", "Webhooks");
    await page.getByText("No webhooks yet").waitFor();
    await expectAccessible();
    await page.getByRole("button", { name: "New webhook" }).first().click();
    await page.getByLabel("Address").fill(receiver.url);
    await page.getByText("Events:").click();
    await page.getByRole("checkbox", { name: "space.updated" }).check();
    await expectAccessible();
    await page.getByRole("button", { name: "Create the webhook" }).click();
    expect(await page.locator(".secret code").textContent()).toStartWith("whsec_");
    await page.getByRole("button", { name: "I have copied it" }).click();
    await page.getByText("1 kind of event").waitFor();
    await expectAccessible();
  });

  test("show what was delivered, and what was answered", async () => {
    const { page, quarry, expectAccessible } = session();
    await page.getByRole("link", { name: receiver.url }).click();
    await page.getByText("Nothing was sent yet").waitFor();
    await quarry.spaces.update("signals", { description: "Flags" });
    await rows("space.updated").getByText("Delivered").waitFor();
    await page.getByRole("button", { name: "Send a test" }).click();
    await page.getByText("The receiver answered with 200").waitFor();
    await rows("space.updated").locator("summary", { hasText: "What was sent" }).press("Enter");
    const shown = rows("space.updated").locator("pre");
    await shown.getByText('"description": "Flags"').waitFor();
    const sent = receiver.received.find(({ body }) => body.includes("space.updated"))?.body ?? "";
    expect(JSON.parse((await shown.textContent()) ?? "")).toEqual(JSON.parse(sent));
    await expectAccessible();
    receiver.answer = () => new Response("no flags today", { status: 500 });
    await quarry.spaces.update("signals", { description: "More flags" });
    await rows("space.updated").getByText("no flags today").waitFor();
    await rows("space.updated")
      .getByText(/attempts?, answered 500, next/)
      .waitFor();
    await expectAccessible();
  });

  test("send again, are turned off and deleted", async () => {
    const { page, quarry } = session();
    receiver.answer = () => new Response("thanks");
    await rows("no flags today").getByRole("button", { name: "Send again" }).click();
    await page.getByText("It is sent again").waitFor();
    await page.getByText("no flags today").waitFor({ state: "detached" });
    const choose = async (action: string) => {
      await page.getByRole("button", { name: `More actions: ${receiver.url}` }).click();
      await page.getByRole("menuitem", { name: action }).click();
    };
    await choose("Turn off");
    await page.getByText("off", { exact: true }).waitFor();
    expect((await quarry.webhooks.list()).data.map(({ enabled }) => enabled)).toEqual([false]);
    await choose("New secret");
    expect(await page.locator(".secret code").textContent()).toStartWith("whsec_");
    await page.getByRole("button", { name: "I have copied it" }).click();
    await choose("Delete");
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("No webhooks yet").waitFor();
  });
}
