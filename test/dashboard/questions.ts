import { beforeAll, expect, test } from "bun:test";
import type { DashboardSession } from "./dashboard-session.ts";
import { until } from "./patient-until.ts";

/** The log of questions: what is kept, charts, and questions without a good answer. */
export function questions(session: () => DashboardSession): void {
  beforeAll(async () => {
    const { quarry } = session();
    await quarry.spaces.create({ name: "Harbor" });
    const document = { filename: "tides.md", content: "High tide is at noon." };
    await quarry.documents.upsert({ spaceId: "harbor", ...document });
  });

  const ask = (query: string) => session().quarry.query({ query, spaceIds: "harbor" });
  const row = (name: string) => session().page.getByRole("listitem").filter({ hasText: name });

  test("are not kept until an admin says so", async () => {
    const { page, open, quarry, expectAccessible } = session();
    await ask("Is the sauna heated?");
    await open("/app/questions", "Questions");
    await page.getByRole("heading", { name: "Questions are not kept" }).waitFor();
    expect(await page.getByRole("radio", { name: /^Nothing/ }).isChecked()).toBe(true);
    await expectAccessible();
    await page.getByRole("radio", { name: /^With the texts/ }).check();
    await page.getByLabel("Kept for, in days").fill("14");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("The setting is saved").waitFor();
    await page.getByRole("heading", { name: "No questions yet" }).waitFor();
    const { settings } = await quarry.questions.settings();
    expect([settings.recording, settings.keepDays]).toEqual(["on", 14]);
  });

  test("are shown in charts and in groups", async () => {
    const { page, open, expectAccessible } = session();
    for (const query of ["When is high tide?", "Where is the sauna?", "Is there a sauna?", "Bicycle rental"])
      await ask(query);
    await open("/app/questions", "Questions");
    await page.getByRole("img", { name: /^Questions over time: 4 questions, 3 without/ }).waitFor();
    await page.getByRole("img", { name: /^Duration over time: half are answered in [\d.]+ ms/ }).waitFor();
    await row("sauna?").getByText("2 times").waitFor();
    await row("sauna?").getByText("Also: ").waitFor();
    await row("Bicycle rental").getByText("1 time", { exact: true }).waitFor();
    expect(await page.getByText("When is high tide?").count()).toBe(0);
    await expectAccessible();
    await page.getByRole("radio", { name: "48 hours" }).check({ force: true });
    await page.getByRole("img", { name: /^Questions over time: 4 questions/ }).waitFor();
  });

  test("become golden queries", async () => {
    const { page, quarry, expectAccessible } = session();
    await page.getByRole("button", { name: "Save as golden query: Bicycle rental" }).click();
    expect(await page.getByRole("textbox", { name: "Question" }).inputValue()).toBe("Bicycle rental");
    await page.getByLabel("Document 1", { exact: true }).fill("bicycles.md");
    await expectAccessible();
    await page.getByRole("button", { name: "Save", exact: true }).last().click();
    await page.getByText("Saved in “Questions without a good answer”").waitFor();
    const [listed] = (await quarry.evaluations.list({ spaceId: "harbor" })).data;
    const { evaluation } = await quarry.evaluations.get({ spaceId: "harbor", id: listed?.id ?? "" });
    expect(evaluation.queries).toEqual([
      { query: "Bicycle rental", relevant: [{ filename: "bicycles.md", grade: 1 }] },
    ]);
  });

  test("become documents, with the keyboard alone", async () => {
    const { page, quarry, expectAccessible } = session();
    await page.getByRole("button", { name: "Write a document: Bicycle rental" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("option", { name: "Harbor" }).waitFor({ state: "attached" });
    await expectAccessible();
    const answer = page.getByLabel("Answer", { exact: true });
    expect(await answer.inputValue()).toBe("# Bicycle rental\n\n");
    await answer.press("Control+End");
    await page.keyboard.type("The kiosk rents bicycles.");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByText("“bicycle-rental.md” is stored").waitFor();
    const name = { spaceId: "harbor", filename: "bicycle-rental.md" };
    const stored = await until("the document", async () => {
      const document = await quarry.documents.getByFilename(name);
      return document.status === "COMPLETED" ? document : undefined;
    });
    expect(stored.content).toContain("The kiosk rents bicycles.");
  });

  test("lose their texts when the setting says so, after a warning", async () => {
    const { page, quarry, expectAccessible } = session();
    const settings = page.getByRole("heading", { name: "What is kept" });
    await settings.click();
    await page.getByRole("radio", { name: /^Without the texts/ }).check();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("The texts of all questions in the log are deleted.").waitFor();
    await expectAccessible();
    await page.getByRole("button", { name: "Delete and save" }).click();
    await page.getByRole("heading", { name: "The texts are not kept" }).waitFor();
    const { data } = await quarry.questions.list();
    expect(data.map(({ text }) => text)).toEqual([null, null, null, null]);
    await settings.click();
    await page.getByRole("button", { name: "Delete the log" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete the log" }).click();
    await page.getByText("4 questions are deleted").waitFor();
    await page.getByRole("heading", { name: "No questions yet" }).waitFor();
    await quarry.questions.updateSettings({ recording: "off" });
  });

  test("are reported as missing when the page cannot be loaded", async () => {
    const { page, open } = session();
    await page.route("**/api/questions/settings", (route) => route.fulfill({ status: 400, json: {} }));
    await open("/app/questions", "Questions");
    await page.getByRole("alert").getByText("This could not be loaded").waitFor();
    await page.unroute("**/api/questions/settings");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("heading", { name: "Questions are not kept" }).waitFor();
  });
}
