import { beforeAll, expect, test } from "bun:test";
import type { DashboardSession } from "./dashboard-session.ts";

/** Golden queries of a space. */
export function evaluations(session: () => DashboardSession): void {
  beforeAll(async () => {
    const { quarry } = session();
    await quarry.spaces.create({ name: "Pier" });
    await quarry.documents.upsertBatch({
      spaceId: "pier",
      documents: [
        { filename: "ferry.md", content: "The ferry leaves at nine." },
        { filename: "dogs.md", content: "Dogs travel free of charge." },
      ],
    });
  });

  const choose = async (name: string, action: string) => {
    const { page } = session();
    await page.getByRole("button", { name: `More actions: ${name}` }).click();
    await page.getByRole("menuitem", { name: action }).click();
  };
  const stored = async () => {
    const { quarry } = session();
    const { data } = await quarry.evaluations.list({ spaceId: "pier" });
    const [first] = data;
    return first && (await quarry.evaluations.get({ spaceId: "pier", id: first.id })).evaluation.queries;
  };

  test("are saved from an answer", async () => {
    const { page, open, expectAccessible } = session();
    await open("/app/playground?q=When+does+the+ferry+leave&spaces=pier", "Playground");
    await page.getByRole("button", { name: "Save as golden query: ferry.md" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Questions of passengers");
    await expectAccessible();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Saved in “Questions of passengers”").waitFor();
    expect(await stored()).toEqual([
      { query: "When does the ferry leave", relevant: [{ filename: "ferry.md", grade: 1 }] },
    ]);
  });

  test("are edited in a table, run and compared", async () => {
    const { page, open, expectAccessible } = session();
    await open("/app/spaces/pier", "Pier");
    await page.getByRole("link", { name: "Evaluations" }).click();
    await page.getByText("1 golden query").waitFor();
    await expectAccessible();
    await page.getByRole("link", { name: "Questions of passengers" }).click();
    await page.getByRole("button", { name: "Add a golden query" }).click();
    await page.getByRole("textbox", { name: "Question" }).fill("May dogs travel?");
    await page.getByLabel("Answered by").fill("dogs.md\nterms.md");
    await expectAccessible();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("row").filter({ hasText: "May dogs travel?" }).waitFor();
    await page.getByLabel("Compare with").selectOption("lexical");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByRole("heading", { name: "Words alone" }).waitFor();
    await page.getByText(/\d better, \d equal, \d worse/).waitFor();
    await page.getByText("Not among the documents of the space: terms.md").waitFor();
    await page
      .getByRole("row")
      .filter({ hasText: "May dogs travel?" })
      .getByText("not found: terms.md")
      .first()
      .waitFor();
    await page.getByRole("heading", { name: "Runs" }).click();
    await expectAccessible();

    await choose("May dogs travel?", "Edit");
    await page.getByLabel("Answered by").fill("dogs.md");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await choose("When does the ferry leave", "Remove");
    await page.getByRole("row").filter({ hasText: "ferry" }).waitFor({ state: "detached" });
    expect(await stored()).toEqual([
      { query: "May dogs travel?", relevant: [{ filename: "dogs.md", grade: 1 }] },
    ]);
  });

  test("are deleted with their evaluation, and an empty list says what they are for", async () => {
    const { page, expectAccessible } = session();
    await choose("Questions of passengers", "Delete");
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("No evaluations yet").waitFor();
    await expectAccessible();
    expect(await stored()).toBeUndefined();
  });
}
