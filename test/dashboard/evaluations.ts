import { beforeAll, expect, test } from "bun:test";
import type { Quarry } from "@quarry/sdk";
import type { DashboardSession } from "./dashboard-session.ts";

/**
 * Creates a space that searches by vectors alone, in which these prefer short documents with a common word of the question to the
 * long one with its rare word.
 */
async function createBadlyWeighted(quarry: Quarry) {
  const { space } = await quarry.spaces.create({ name: "Buoys", ranking: { vectorWeight: 1 } });
  const colors = Array.from(
    { length: 24 },
    (_, at) => `c${"aeiou"[at % 5]}lor${String.fromCharCode(97 + at)}`,
  );
  const filler = "Painters come in spring with brushes and ladders when tide and weather allow it. ".repeat(
    6,
  );
  const documents = [
    ...colors.map((color) => ({ filename: `${color}.md`, content: `${color}. ${filler} ${color}.` })),
    ...Array.from({ length: 12 }, (_, at) => ({ filename: `buoy-${at}.md`, content: `Buoy ${at}` })),
  ];
  await quarry.documents.upsertBatch({ spaceId: space.id, documents });
  const queries = colors.map((color) => ({
    query: `buoy ${color}`,
    relevant: [{ filename: `${color}.md` }],
  }));
  const { evaluation } = await quarry.evaluations.create({ spaceId: space.id, name: "Colors", queries });
  return { spaceId: space.id, evaluationId: evaluation.id };
}

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
    await page.getByLabel("Document 1", { exact: true }).fill("dogs.md");
    await page.getByLabel("Grade of document 1").fill("3");
    await page.getByRole("button", { name: "Add a document" }).click();
    await page.getByLabel("Document 2", { exact: true }).fill("terms.md");
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
    await page.getByText("dogs.md (3), terms.md").waitFor();
    await page.getByLabel("Document 2", { exact: true }).fill("");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await choose("When does the ferry leave", "Remove");
    await page.getByRole("row").filter({ hasText: "ferry" }).waitFor({ state: "detached" });
    expect(await stored()).toEqual([
      { query: "May dogs travel?", relevant: [{ filename: "dogs.md", grade: 3 }] },
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

  test("fit the weight of the search by meaning, and set it on the space", async () => {
    const { page, open, quarry, expectAccessible } = session();
    const { spaceId, evaluationId } = await createBadlyWeighted(quarry);
    await open(`/app/spaces/buoys/evaluations/${evaluationId}`, "Colors");
    await page.getByRole("button", { name: "Fit the weight" }).click();
    await page.getByText(/Now 1\.00 · Best 0\.\d\d/).waitFor();
    await expectAccessible();
    await page.getByRole("button", { name: "Use this weight" }).click();
    await page.getByText("The space uses this weight now").waitFor();
    const { space } = await quarry.spaces.get(spaceId);
    expect(space.ranking.vectorWeight).toBeLessThan(1);
  });
}
