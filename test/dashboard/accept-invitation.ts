import type { Page } from "playwright-core";
import type { TestBrowser } from "../support/browser.ts";
import { PASSWORD } from "./dashboard-session.ts";

/** Accepts an invitation with a new account, in a context of its own. The page then shows the spaces. */
export async function acceptInvitation(
  browser: TestBrowser,
  link: string,
  person: { readonly name: string; readonly email: string },
): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(link);
  await page.getByRole("link", { name: "Create an account" }).click();
  await page.getByLabel("Name").fill(person.name);
  await page.getByLabel("E-mail").fill(person.email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create the account" }).click();
  await page.getByRole("button", { name: "Join" }).click();
  await page.getByRole("heading", { name: "Spaces", level: 1 }).waitFor();
  return page;
}
