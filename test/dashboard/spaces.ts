import { expect, test } from "bun:test";
import type { DashboardSession } from "./dashboard-session.ts";

/** The list of spaces. */
export function spaces(session: () => DashboardSession): void {
  const card = (name: string) =>
    session()
      .page.getByRole("listitem")
      .filter({ has: session().page.getByRole("heading", { name }) });
  const choose = async (name: string, action: string) => {
    await session()
      .page.getByRole("button", { name: `More actions: ${name}` })
      .click();
    await session().page.getByRole("menuitem", { name: action }).click();
  };

  test("are created by keyboard alone", async () => {
    const { page, open, expectAccessible } = session();
    await open("/app/spaces", "Spaces");
    await page.getByRole("button", { name: "New space" }).first().focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "New space" }).waitFor();
    await page.keyboard.type("Tides");
    await page.keyboard.press("Tab");
    await page.keyboard.type("High and low water");
    await expectAccessible();
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Tides" }).waitFor();
    const { data } = await session().quarry.spaces.list();
    expect(data.find(({ name }) => name === "Tides")).toMatchObject({
      description: "High and low water",
      icon: "book",
    });
  });

  test("show their counts and failures", async () => {
    const { quarry, open, expectAccessible } = session();
    const spaceId = "tides";
    await quarry.documents.upsert({ spaceId, filename: "high.md", content: "High water at noon." });
    const { document } = await quarry.documents.upsert({
      spaceId,
      filename: "low.md",
      content: "Low water.",
    });
    await quarry.documents.update({
      spaceId,
      id: document.id,
      status: "FAILED",
      errorMessage: "Unreadable.",
    });
    await open("/app/spaces", "Spaces");
    await card("Tides").getByText("2 documents").waitFor();
    await card("Tides").getByText("1 failed").waitFor();
    const { limits } = await quarry.spaces.limits(spaceId);
    await card("Tides").getByText(`${limits.storageBytes} bytes`).waitFor();
    expect(await card("Tides").locator("time").getAttribute("datetime")).toBe(limits.changedAt);
    await expectAccessible();
  });

  test("are found as one types, and the address holds the words", async () => {
    const { page, quarry } = session();
    await quarry.spaces.create({ name: "Crème brûlée", description: "Sweets" });
    await page.getByLabel("Search spaces").fill("water TIDES");
    await card("Tides").waitFor();
    expect(await page.getByRole("listitem").count()).toBe(1);
    await page.reload();
    expect(await page.getByLabel("Search spaces").inputValue()).toBe("water TIDES");
    await page.getByLabel("Search spaces").fill("creme brulee");
    await card("Crème brûlée").waitFor();
    await page.getByLabel("Search spaces").fill("nothing like it");
    await page.getByText("No space matches").waitFor();
    await session().expectAccessible();
    await page.getByLabel("Search spaces").fill("");
  });

  test("are edited, archived, restored", async () => {
    const { page, quarry, expectAccessible } = session();
    await choose("Tides", "Edit");
    await page.getByLabel("Name").fill("Tides of <b>Whitby</b>");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: "Tides of <b>Whitby</b>" }).waitFor();
    await choose("Tides of <b>Whitby</b>", "Archive");
    await card("Tides of").waitFor({ state: "detached" });
    expect((await quarry.spaces.get("tides")).space.isArchived).toBe(true);
    await page.getByText("Archived", { exact: true }).click();
    await card("Tides of").waitFor();
    await expectAccessible();
    await choose("Tides of <b>Whitby</b>", "Restore");
    await card("Tides of").waitFor({ state: "detached" });
    expect((await quarry.spaces.get("tides")).space.isArchived).toBe(false);
    await page.getByText("Nothing is archived").waitFor();
    await expectAccessible();
    await page.getByText("Active", { exact: true }).click();
  });

  test("are deleted for good only after their name was typed", async () => {
    const { page, quarry, expectAccessible } = session();
    await choose("Crème brûlée", "Delete for good");
    const dialog = page.getByRole("dialog");
    const button = dialog.getByRole("button", { name: "Delete for good" });
    await dialog.getByRole("textbox").fill("Creme brulee");
    expect(await button.isDisabled()).toBe(true);
    await expectAccessible();
    await dialog.getByRole("textbox").fill("Crème brûlée");
    await button.click();
    await card("Crème brûlée").waitFor({ state: "detached" });
    const { data } = await quarry.spaces.list({ status: "all" });
    expect(data.map(({ name }) => name)).not.toContain("Crème brûlée");
  });

  test("are set to other passages and another ranking", async () => {
    const { page, open, quarry, expectAccessible } = session();
    await open("/app/spaces", "Spaces");
    await choose("Tides of <b>Whitby</b>", "Passages and ranking");
    await page.getByLabel("Longest passage").fill("200");
    await page.getByLabel("Weight of meaning").fill("0.3");
    await page.getByText("0.30: 0 ranks by words alone").waitFor();
    const facts = page.getByRole("dialog").locator(".space-limits");
    await facts.getByText("2 documents, no limit").waitFor();
    await facts.getByText("A file may have 100 MB").waitFor();
    await expectAccessible();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("The settings of “Tides of <b>Whitby</b>” are saved").waitFor();
    expect((await quarry.spaces.get("tides")).space).toMatchObject({
      chunking: { maxTokens: 200, overlapTokens: 0 },
      ranking: { vectorWeight: 0.3 },
    });
  });

  test("show how a document would be cut while the settings are typed", async () => {
    const { page, open, quarry, expectAccessible } = session();
    const spaceId = "tides";
    const ids: string[] = [];
    for (const of of ["moon", "sun"]) {
      const filename = `${of} <i>.md`;
      const content = `The tide of the ${of} comes twice a day. `.repeat(40).trim();
      ids.push((await quarry.documents.upsert({ spaceId, filename, content })).document.id);
    }
    await open("/app/spaces", "Spaces");
    await choose("Tides of <b>Whitby</b>", "Passages and ranking");
    const dialog = page.getByRole("dialog");
    const cuts = dialog.locator(".cut");
    await cuts.first().getByText("The tide of the sun").waitFor();
    const now = await cuts.count();
    await dialog.getByText(`${now} passages with these settings, ${now} now.`).waitFor();
    await expectAccessible();

    await page.getByLabel("Longest passage").fill("60");
    await dialog.getByText(new RegExp(`^\\d+ passages with these settings, ${now} now\\.$`)).waitFor();
    await cuts.nth(now).waitFor();
    expect(
      await cuts
        .first()
        .getByText(/^\d+ tokens$/)
        .count(),
    ).toBe(1);
    await page.getByLabel("Overlap of passages").fill("20");
    await cuts.locator("mark").first().waitFor();

    await page.getByLabel("Overlap of passages").fill("31");
    await dialog.getByText("A whole number from 0 to 30.").waitFor();
    await dialog.getByText("The preview goes on when both numbers are valid.").waitFor();
    await expectAccessible();
    await page.getByLabel("Overlap of passages").fill("30");

    await page.getByLabel("Find a document by its name").fill("moon");
    await page.keyboard.press("Enter");
    await cuts.first().getByText("The tide of the moon").waitFor();
    await page.getByLabel("Find a document by its name").fill("nothing like it");
    await dialog.getByText("No document that is ready matches “nothing like it”.").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    expect((await quarry.spaces.get(spaceId)).space.chunking).toEqual({ maxTokens: 200, overlapTokens: 0 });
    for (const id of ids) await quarry.documents.delete({ spaceId, id });
  });

  test("are exported, and imported as new ones", async () => {
    const { page, open, quarry } = session();
    await open("/app/spaces", "Spaces");
    const downloading = page.waitForEvent("download");
    await choose("Tides of <b>Whitby</b>", "Export");
    const archive = await (await downloading).path();
    await page.getByLabel("Import").setInputFiles(archive);
    await page.getByText("“Tides of <b>Whitby</b>” is imported with 2 documents").waitFor();
    const { data } = await quarry.spaces.list();
    const imported = data.find(({ slug }) => slug === "tides-2");
    await quarry.spaces.purge(imported?.id ?? "");
  });

  test("are found from everywhere by keyboard, and questions are asked from there", async () => {
    const { page, open, expectAccessible } = session();
    await open("/app/usage", "Usage");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("water");
    await page.getByRole("option", { name: /Tides of/ }).waitFor();
    await expectAccessible();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Tides of" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("When is high water?");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Playground" }).waitFor();
    expect(new URL(page.url()).searchParams.get("q")).toBe("When is high water?");
  });

  test("say what is wrong while the server cannot be reached, and go on by themselves", async () => {
    const { page, open, expectAccessible } = session();
    await page.route("**/api/spaces?**", (route) => route.abort());
    await open("/app/spaces", "Spaces");
    await page.getByText("The server cannot be reached.", { exact: true }).waitFor();
    await expectAccessible();
    await page.unroute("**/api/spaces?**");
    await card("Tides of").waitFor();
  });
}
