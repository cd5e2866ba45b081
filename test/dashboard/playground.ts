import { beforeAll, expect, test } from "bun:test";
import type { DashboardSession } from "./dashboard-session.ts";

/** Questions in the playground. */
export function playground(session: () => DashboardSession): void {
  beforeAll(async () => {
    const { quarry } = session();
    await quarry.spaces.create({ name: "Harbour", description: "Ferries, lighthouses and tides" });
    await quarry.spaces.create({ name: "Bakery", description: "Bread, rolls and cakes" });
    const documents = [
      [
        "harbour",
        "ferry.md",
        "# Ferry\n\nThe ferry to the island leaves at nine.\n\nDogs travel free on the ferry.",
      ],
      ["harbour", "light.md", "The lighthouse keeper's cottage is painted each spring."],
      ["bakery", "bread.md", "Rye bread is baked at nine, rolls at five."],
    ] as const;
    for (const [spaceId, filename, content] of documents)
      await quarry.documents.upsert({ spaceId, filename, content });
  });

  const result = (name: string) =>
    session()
      .page.getByRole("listitem")
      .filter({ has: session().page.getByRole("heading", { name }) });

  test("are asked by keyboard, to the spaces that the server recommends", async () => {
    const { page, open, expectAccessible } = session();
    await open("/app/playground", "Playground");
    await expectAccessible();
    await page.getByLabel("Question").fill("When does the ferry leave?");
    await page.keyboard.press("Enter");
    await result("ferry.md").getByText("leaves at nine").waitFor();
    await page.getByText("Recommended:").waitFor();
    expect(await result("ferry.md").locator("mark").allTextContents()).toContain("ferry");
    await expectAccessible();
  });

  test("show the time by stage, and why a passage was found", async () => {
    const { page } = session();
    await page.getByText(/^Answered in/).click();
    await page.getByText("Search by words", { exact: true }).waitFor();
    await result("ferry.md").getByText("Why this one").click();
    await result("ferry.md").getByText("is in the passage: ferry").waitFor();
  });

  test("keep their settings in the address", async () => {
    const { page, open, expectAccessible } = session();
    await page.getByRole("button", { name: "Recommended spaces" }).click();
    await page.getByRole("checkbox", { name: "Harbour" }).check();
    await expectAccessible();
    await page.getByRole("button", { name: "Done" }).click();
    await page.locator(".segments").getByText("Words", { exact: true }).click();
    await page.getByLabel("Results, at most").fill("1");
    await result("ferry.md").waitFor();
    await page.waitForURL(/topK=1/);
    const { search } = new URL(page.url());
    expect(Object.fromEntries(new URLSearchParams(search))).toEqual({
      q: "When does the ferry leave?",
      spaces: "harbour",
      mode: "lexical",
      topK: "1",
    });
    await open(`/app/playground${search.replace("ferry+leave", "dog+travel")}`, "Playground");
    await result("ferry.md").waitFor();
    expect(await page.locator(".result").count()).toBe(1);
  });

  test("are filtered by conditions that clicks build", async () => {
    const { page, open, expectAccessible } = session();
    await open("/app/playground?q=ferry&spaces=harbour", "Playground");
    await result("ferry.md").waitFor();
    await page.getByRole("button", { name: "All documents" }).click();
    await page.getByLabel("Field of the metadata").fill("year");
    await page.getByLabel("Comparison").selectOption("$gte");
    await page.getByLabel("Value").fill("2024");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    expect(JSON.parse(await page.getByLabel("Filter as JSON").inputValue())).toEqual({
      year: { $gte: 2024 },
    });
    await expectAccessible();
    await page.getByRole("button", { name: "Use the filter" }).click();
    await result("ferry.md").waitFor({ state: "detached" });
    await page.getByText("Nothing was found").waitFor();
    await page.reload();
    await page.getByRole("button", { name: '{"year":{"$gte":2024}}' }).click();
    await page.getByRole("button", { name: "All documents" }).click();
    await result("ferry.md").waitFor();
  });

  test("are copied as calls that give the same answer", async () => {
    const { page, quarry } = session();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy as" }).click();
    await page.getByRole("menuitem", { name: "curl" }).click();
    await page.getByText("Copied").waitFor();
    const copied = String(await page.evaluate("navigator.clipboard.readText()"));
    expect(copied).toStartWith(`curl -X POST ${session().server.baseUrl}/api/query `);
    const body = JSON.parse(/-d '(.+)'$/s.exec(copied)?.[1] ?? "{}");
    expect((await quarry.query(body)).results[0]?.document.filename).toBe("ferry.md");
    await page.getByRole("button", { name: "Copy as" }).click();
    await page.getByRole("menuitem", { name: "TypeScript" }).click();
    await page.waitForFunction(
      "navigator.clipboard.readText().then((text) => text.includes('await quarry.query({'))",
    );
    await page.getByRole("button", { name: "Copy as" }).click();
    await page.getByRole("menuitem", { name: "MCP" }).click();
    await page.waitForFunction(
      "navigator.clipboard.readText().then((text) => text.includes('query_spaces'))",
    );
  });

  test("say when nothing was found, and when they cannot be answered", async () => {
    const { page, open, expectAccessible } = session();
    await open("/app/playground?q=ferry&spaces=harbour&threshold=1", "Playground");
    await page.getByText("Nothing was found").waitFor();
    await page.getByText(/more below the similarity/).waitFor();
    await expectAccessible();
    await open("/app/playground?q=ferry&spaces=nowhere", "Playground");
    await page.getByText("There is no space").waitFor();
    await expectAccessible();
  });
}
