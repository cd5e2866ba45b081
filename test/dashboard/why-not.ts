import { beforeAll, expect, test } from "bun:test";
import type { DashboardSession } from "./dashboard-session.ts";

const TEXTS = {
  "leaves.md": "The barge leaves at nine.",
  "dogs.md":
    "Dogs travel free on the barge, where a long plank of oak leads over the water to the old cabin.",
  "bread.md": "Rye bread is baked at dawn.",
  "damaged.md": "A torn sheet.",
} as const;
const HOSTILE = '<img src=x onerror="fail()">.md';

/** Why a document is not among the results of a question. */
export function whyNot(session: () => DashboardSession): void {
  const ids = new Map<string, string>();
  let spaceId = "";

  beforeAll(async () => {
    const { quarry } = session();
    const { space } = await quarry.spaces.create({ name: "Canal", description: "Barges and locks" });
    spaceId = space.id;
    await quarry.spaces.create({ name: "Mill", description: "Flour and sails" });
    await quarry.documents.upsert({ spaceId: "mill", filename: "sail.md", content: "A sail turns." });
    for (const [filename, content] of Object.entries({ ...TEXTS, [HOSTILE]: "Nothing to see." })) {
      const metadata = { year: 2019, place: { city: "Bruges" } };
      const { document } = await quarry.documents.upsert({ spaceId, filename, content, metadata });
      ids.set(filename, document.id);
    }
  });

  const panel = () => session().page.getByRole("region", { name: "Why not that one?" });
  /** Opens the explanation of a document. */
  const explain = async (filename: keyof typeof TEXTS, settings = "", spaces = "canal") => {
    const why = encodeURIComponent(JSON.stringify({ spaceId, id: ids.get(filename) }));
    await session().open(
      `/app/playground?q=When+does+the+barge+leave&spaces=${spaces}${settings}&why=${why}`,
      "Playground",
    );
    await panel().getByRole("heading", { name: filename }).waitFor();
  };
  const row = (name: RegExp) => panel().getByRole("row").filter({ hasText: name });

  test("is found by its filename as one types, and explained by its scores beside the last ones", async () => {
    const { page, open, expectAccessible } = session();
    await open("/app/playground?q=When+does+the+barge+leave&spaces=canal&topK=1", "Playground");
    const field = panel().getByLabel("Find a document by its filename");
    await field.fill("no such name");
    await panel().getByText("No document of these spaces has this in its filename.").waitFor();
    await field.fill("DOG");
    await panel().getByText("1 document", { exact: true }).waitFor();
    await expectAccessible();
    await field.focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await panel().getByText("Below the last place").waitFor();
    expect(await page.evaluate("document.activeElement.type")).toBe("search");
    await panel().getByText("Dogs travel free on the barge").waitFor();
    expect(await panel().locator("mark").allTextContents()).toContain("barge");
    const scores = async (name: RegExp) => (await row(name).getByRole("cell").allTextContents()).map(Number);
    const [best = 0, ...bestParts] = await scores(/^Its best passage/);
    const [last = 0] = await scores(/^Last result, in place 1/);
    expect(best).toBeGreaterThan(0);
    expect(last).toBeGreaterThan(best);
    expect(bestParts).toHaveLength(2);
    await expectAccessible();
    await page.reload();
    await panel().getByText("Below the last place").waitFor();
  });

  test("may be among the results", async () => {
    const { page } = session();
    await explain("dogs.md");
    await panel().getByText("It is among the results, in place 2.").waitFor();
    await panel().getByRole("button", { name: "Close the explanation" }).click();
    await panel().getByRole("heading", { name: "dogs.md" }).waitFor({ state: "detached" });
    expect(new URL(page.url()).searchParams.has("why")).toBe(false);
  });

  test("may be excluded by a condition of the filter", async () => {
    const { expectAccessible } = session();
    const filter = { year: { $gte: 2010, $lt: 2015 }, "place.city": "Bruges", colour: "red" };
    await explain("dogs.md", `&filter=${encodeURIComponent(JSON.stringify(filter))}`);
    await panel().getByText("The filter excludes it").waitFor();
    expect(await panel().locator(".excluding li").allTextContents()).toEqual([
      '{"year":{"$lt":2015}} The document has 2019',
      '{"colour":"red"} The document lacks this field.',
    ]);
    await expectAccessible();
  });

  test("may be below the threshold", async () => {
    await explain("dogs.md", "&threshold=1");
    await panel()
      .getByText(/^Below the threshold: its best passage has a similarity of 0\.\d{3}, and at least 1\.000/)
      .waitFor();
  });

  test.each(["lexical", "hybrid"])("may have no word of the question, in mode %s", async (mode) => {
    await explain("bread.md", mode === "lexical" ? "&mode=lexical" : "");
    await panel().getByText("No word of the question is found in it.").waitFor();
    expect(await panel().getByText("belongs among the results").count()).toBe(0);
  });

  test("may have failed", async () => {
    const { quarry, expectAccessible } = session();
    const damaged = { spaceId, id: ids.get("damaged.md") ?? "" };
    await quarry.documents.update({ ...damaged, status: "FAILED", errorMessage: "The file is torn." });
    await explain("damaged.md");
    await panel().getByText("Its processing failed").waitFor();
    await panel().getByText("The file is torn.").waitFor();
    await expectAccessible();
    await quarry.documents.update({ ...damaged, status: "COMPLETED" });
  });

  test("may not be processed yet", async () => {
    const { page } = session();
    const address = `**/api/spaces/*/documents/${ids.get("dogs.md")}*`;
    await page.route(address, async (route) => {
      const response = await route.fetch();
      const { document } = (await response.json()) as { document: object };
      await route.fulfill({ response, json: { document: { ...document, status: "PENDING" } } });
    });
    await explain("dogs.md", "&topK=1");
    await panel().getByText("It is not processed yet.").waitFor();
    await page.unroute(address);
    // The page reads the document again until it is ready.
    await panel().getByText("Below the last place").waitFor();
  });

  test("may be in a space that was not asked", async () => {
    await explain("dogs.md", "", "mill");
    await panel().getByText("Its space was not asked.").waitFor();
  });

  test("may be deleted", async () => {
    const { page, open } = session();
    const why = encodeURIComponent(JSON.stringify({ spaceId, id: "doc_unknown" }));
    await open(`/app/playground?q=barge&spaces=canal&why=${why}`, "Playground");
    await panel().getByRole("alert").waitFor();
    await panel().getByRole("button", { name: "Close the explanation" }).click();
    await panel().getByRole("alert").waitFor({ state: "detached" });
    expect(new URL(page.url()).searchParams.has("why")).toBe(false);
  });

  test("is found among the recommended spaces, too", async () => {
    const { page, open } = session();
    await open("/app/playground?q=When+does+the+barge+leave&topK=1", "Playground");
    await page.getByText("Recommended:").waitFor();
    await panel().getByLabel("Find a document by its filename").fill("dogs");
    await panel().getByRole("button", { name: "dogs.md" }).filter({ hasText: "Canal" }).click();
    await panel().getByText("Below the last place").waitFor();
  });

  test("is explained for each of two settings", async () => {
    const { expectAccessible } = session();
    await explain("dogs.md", `&topK=1&second=${encodeURIComponent(JSON.stringify({ threshold: 1 }))}`);
    const verdicts = panel().locator(".verdict");
    await verdicts.filter({ hasText: "First setting" }).getByText("Below the last place").waitFor();
    await verdicts.filter({ hasText: "Second setting" }).getByText("Below the threshold").waitFor();
    await expectAccessible();
  });

  test("has a name that is shown as text", async () => {
    const { open } = session();
    await open("/app/playground?q=barge&spaces=canal", "Playground");
    await panel().getByLabel("Find a document by its filename").fill("<img");
    await panel().getByRole("button", { name: HOSTILE }).click();
    await panel().getByRole("heading", { name: HOSTILE }).waitFor();
    expect(await panel().locator("img").count()).toBe(0);
  });
}
