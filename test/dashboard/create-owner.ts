import type { Page } from "playwright-core";
import type { RunningServer } from "../support/running-server.ts";
import { until } from "./patient-until.ts";

/** Creates the owner's account by the link of the server's log. The page then shows the dashboard. */
export async function createOwner(
  page: Page,
  server: RunningServer,
  owner: { readonly name: string; readonly email: string; readonly password: string },
  onForm?: (page: Page) => Promise<void>,
): Promise<void> {
  await page.goto(await until("the set-up link", () => /set up\s+(\S+)/.exec(server.output())?.[1]));
  await onForm?.(page);
  await page.getByLabel("Name").fill(owner.name);
  await page.getByLabel("E-mail").fill(owner.email);
  await page.getByLabel("Password").fill(owner.password);
  await page.getByRole("button", { name: "Create the owner's account" }).click();
  await page.waitForURL(`${server.baseUrl}/app/**`);
}
