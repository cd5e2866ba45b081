import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { acceptInvitation } from "../accept-invitation.ts";
import type { DashboardSession } from "../dashboard-session.ts";
import { takePictures } from "../pictures.ts";
import { watchPage } from "../watch-page.ts";
import { SPACE } from "./first-files.ts";
import { ANSWERING, QUESTION } from "./walk-files.ts";

const ADMIN = { name: "Ada Admin", email: "ada@example.com" };
const MEMBER = { name: "Max Member", email: "max@example.com" };
const REFUSED = "Only admins and the owner of the organization may do this.";

/** An admin and a member, each in a context of their own: what they may do, and what the page says about the rest. */
export function otherPeople(session: () => DashboardSession): void {
  let admin: Page;
  let member: Page;
  let folder: string;
  let problems: readonly string[];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "quarry-walk-"));
    await writeFile(join(folder, "log.txt"), "The lamp of the pier was changed.");
  });
  afterAll(async () => {
    await admin?.context().close();
    await member?.context().close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Opens a path as a person and waits for its title. */
  async function openAs(page: Page, path: string, title: string): Promise<void> {
    await page.goto(session().server.baseUrl + path);
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
  }

  async function invite(email: string, role: "Admin" | "Member"): Promise<string> {
    const { page } = session();
    await page.getByRole("button", { name: "Invite" }).click();
    await page.getByLabel("E-mail").fill(email);
    await page.getByRole("dialog").getByText(role, { exact: true }).click();
    await page.getByRole("button", { name: "Send the invitation" }).click();
    const link = (await page.locator(".secret code").textContent()) ?? "";
    await page.getByRole("button", { name: "Close" }).first().click();
    return link;
  }

  test("accept their invitations", async () => {
    const { browser, open, page, server } = session();
    await open("/app/people", "People");
    const links = [await invite(ADMIN.email, "Admin"), await invite(MEMBER.email, "Member")];
    admin = await acceptInvitation(browser, links[0] ?? "", ADMIN);
    member = await acceptInvitation(browser, links[1] ?? "", MEMBER);
    const seen: string[] = [];
    for (const each of [admin, member]) watchPage(each, server.baseUrl, seen);
    problems = seen;
    await page.reload();
    for (const [{ email }, role] of [
      [ADMIN, "Admin"],
      [MEMBER, "Member"],
    ] as const)
      await page.getByRole("listitem").filter({ hasText: email }).getByText(role, { exact: true }).waitFor();
    await takePictures(page, "people");
  });

  test("both find the answer", async () => {
    for (const page of [admin, member]) {
      await openAs(page, "/app/playground", "Playground");
      await page.getByLabel("Question").fill(QUESTION);
      await page.keyboard.press("Enter");
      await page.locator(".result").first().getByRole("link", { name: ANSWERING }).waitFor();
    }
    await takePictures(member, "member-question");
  });

  test("the member adds a document, and sees why it cannot be deleted", async () => {
    await openAs(member, `/app/spaces/${SPACE.slug}`, SPACE.name);
    await member.getByLabel("Upload files").setInputFiles(join(folder, "log.txt"));
    await member.getByText("1 uploaded").waitFor();
    const row = member.getByRole("listitem").filter({ hasText: "log.txt" });
    await row.getByText("1 passage").waitFor();
    await row.getByRole("button", { name: "More actions: log.txt" }).click();
    const item = member.getByRole("menuitem", { name: "Delete" });
    await item.getByText(REFUSED).waitFor();
    await takePictures(member, "member-documents");
    await item.click({ force: true });
    expect(await member.getByRole("dialog").count()).toBe(0);
    expect(await statusAs(member, "DELETE", await pathOf("log.txt"))).toBe(403);
    await member.keyboard.press("Escape");
    await member.getByRole("checkbox", { name: "log.txt" }).check();
    const bar = member.getByRole("region", { name: "Selected documents" });
    await bar.getByText(REFUSED).waitFor();
    await member
      .getByRole("button", { name: "Delete", exact: true })
      .and(member.locator("[aria-describedby]"))
      .waitFor();
    await openAs(member, "/app/spaces", "Spaces");
    await member.getByRole("button", { name: `More actions: ${SPACE.name}` }).click();
    for (const name of ["Archive", "Delete for good"])
      await member.getByRole("menuitem", { name }).getByText(REFUSED).waitFor();
  });

  test("the member sees why keys, webhooks and the log are not theirs", async () => {
    for (const path of ["keys", "webhooks", "audit", "questions"]) {
      await member.goto(`${session().server.baseUrl}/app/${path}`);
      await member.getByText(REFUSED).waitFor();
    }
    await takePictures(member, "member-refused");
    for (const page of [member, admin]) {
      await openAs(page, "/app/operator", "Operator");
      await page.getByText("Only the operator sees this page").waitFor();
    }
    await openAs(member, "/app/people", "People");
    await member.getByText("Admins and the owner invite people.").waitFor();
    expect(await member.getByRole("button", { name: "Invite" }).count()).toBe(0);
    for (const name of ["API keys", "Webhooks", "Questions", "Audit log", "Operator"])
      expect(await member.getByRole("link", { name }).count()).toBe(0);
  });

  test("the admin makes a key, deletes the document, and cannot remove the owner", async () => {
    await openAs(admin, "/app/keys", "API keys");
    await admin.getByRole("button", { name: "New key" }).first().click();
    await admin.getByLabel("Name").fill("Key of the admin");
    await admin.getByRole("button", { name: "Make the key" }).click();
    await admin.getByRole("button", { name: "I have copied it" }).click();
    await admin.getByRole("listitem").filter({ hasText: "Key of the admin" }).waitFor();
    await openAs(admin, `/app/spaces/${SPACE.slug}`, SPACE.name);
    await admin.getByRole("button", { name: "More actions: log.txt" }).click();
    await admin.getByRole("menuitem", { name: "Delete" }).click();
    await admin.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await admin.getByText("“log.txt” is deleted").waitFor();
    await openAs(admin, "/app/people", "People");
    await admin.getByRole("button", { name: `More actions: ${MEMBER.email}` }).waitFor();
    expect(await admin.getByRole("button", { name: "More actions: owner@example.com" }).count()).toBe(0);
    await takePictures(admin, "admin-people");
  });

  test("the owner sees in the log who did what", async () => {
    const { page, open } = session();
    await open("/app/audit", "Audit log");
    const entry = page.getByRole("listitem").filter({ hasText: "Key of the admin" });
    await entry.getByText(ADMIN.email).waitFor();
    await takePictures(page, "audit");
    expect(problems).toEqual([]);
  });

  const pathOf = async (filename: string) => {
    const { data } = await session().quarry.documents.list({ spaceId: SPACE.slug });
    const found = data.find((document) => document.filename === filename);
    return `/api/spaces/${SPACE.slug}/documents/${found?.id ?? "unknown"}`;
  };
  /** The status that the server answers to a call with the session of a page. */
  const statusAs = (page: Page, method: string, path: string) =>
    page.evaluate<number>(
      `fetch(${JSON.stringify(path)}, { method: ${JSON.stringify(method)} }).then(({ status }) => status)`,
    );
}
