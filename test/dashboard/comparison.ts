import { beforeAll, expect, test } from "bun:test";
import type { DashboardSession } from "./dashboard-session.ts";

const QUESTION = "/app/playground?q=When+does+the+tram+leave&spaces=depot";
const IS_TRIP = { kind: "trip" };

/** A question with two settings beside each other. */
export function comparison(session: () => DashboardSession): void {
  beforeAll(async () => {
    const { quarry } = session();
    await quarry.spaces.create({ name: "Depot", description: "Trams and their timetables" });
    const documents = [
      ["leave.md", "The tram leaves at nine.", "times"],
      ["dogs.md", "Dogs travel free on the tram.", "trip"],
      ["roof.md", "The roof of the old tram is green, and so are its doors and its seats.", "trip"],
    ] as const;
    for (const [filename, content, kind] of documents)
      await quarry.documents.upsert({ spaceId: "depot", filename, content, metadata: { kind } });
  });

  const column = (name: "First setting" | "Second setting") =>
    session().page.getByRole("region", { name, exact: true });
  const settings = (name: "First setting" | "Second setting") =>
    session().page.getByRole("group", { name, exact: true });
  const card = (name: "First setting" | "Second setting", filename: string) =>
    column(name)
      .locator(".result")
      .filter({ has: session().page.getByRole("heading", { name: filename }) });
  const openWith = (first: string, second: object) =>
    session().open(`${QUESTION}${first}&second=${encodeURIComponent(JSON.stringify(second))}`, "Playground");
  /** The settings of the address, read like the page reads them. */
  const ofAddress = () => {
    const values = new URLSearchParams(new URL(session().page.url()).search);
    return { mode: values.get("mode"), second: JSON.parse(values.get("second") ?? "null") };
  };

  test("start alike, and keep the focus on the button", async () => {
    const { page, open, expectAccessible } = session();
    await open(QUESTION, "Playground");
    await page.getByRole("heading", { name: "leave.md" }).waitFor();
    await page.getByRole("button", { name: "Compare two settings" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("Both settings give the same results in the same order.").waitFor();
    expect(await page.evaluate("document.activeElement.textContent")).toContain("Back to one setting");
    for (const name of ["First setting", "Second setting"] as const) {
      await card(name, "leave.md").waitFor();
      await column(name)
        .getByText(/^Answered in/)
        .waitFor();
      expect(await column(name).locator(".difference").count()).toBe(0);
    }
    await expectAccessible();
  });

  test("are changed one by one, and stand in the address", async () => {
    const { page } = session();
    await settings("Second setting").getByText("Words", { exact: true }).click();
    await page.waitForURL(/lexical/);
    expect(ofAddress()).toEqual({ mode: null, second: { mode: "lexical" } });
    await settings("First setting").getByText("Meaning", { exact: true }).click();
    await page.waitForURL(/mode=vector/);
    expect(ofAddress()).toEqual({ mode: "vector", second: { mode: "lexical" } });
    const isChecked = (name: "First setting" | "Second setting", mode: string) =>
      settings(name).getByRole("radio", { name: mode, exact: true }).isChecked();
    expect([await isChecked("First setting", "Meaning"), await isChecked("Second setting", "Words")]).toEqual(
      [true, true],
    );
    await settings("Second setting").getByLabel("Results, at most").fill("2");
    await page.waitForURL(/topK/);
    expect(ofAddress().second).toEqual({ mode: "lexical", topK: 2 });
    await page.reload();
    await column("Second setting").getByRole("heading", { name: "Second setting · 2 passages" }).waitFor();
    expect(await settings("Second setting").getByLabel("Results, at most").inputValue()).toBe("2");
  });

  test("say what is missing and what moved up", async () => {
    const { page, expectAccessible } = session();
    await openWith("", { filter: IS_TRIP });
    await card("First setting", "leave.md").getByText("missing in the second").waitFor();
    expect(await column("First setting").locator(".difference").count()).toBe(1);
    expect(await column("Second setting").locator(".difference").allTextContents()).toEqual([
      "↑moved up by 1",
      "↑moved up by 1",
    ]);
    await page.getByText("in the same place 0, moved 2, new 0, missing 1.").waitFor();
    await expectAccessible();
  });

  test("say what is new and what moved down", async () => {
    const { page } = session();
    await openWith(`&filter=${encodeURIComponent(JSON.stringify(IS_TRIP))}`, {});
    await card("Second setting", "leave.md").getByText("new here").waitFor();
    expect(await column("Second setting").locator(".difference").allTextContents()).toEqual([
      "+new here",
      "↓moved down by 1",
      "↓moved down by 1",
    ]);
    await page.getByText("in the same place 0, moved 2, new 1, missing 0.").waitFor();
  });

  test("ask the next question together", async () => {
    const { page } = session();
    const asked: string[] = [];
    const note = (request: { url(): string; method(): string }) => {
      if (request.method() === "POST" && request.url().endsWith("/api/query")) asked.push(request.url());
    };
    page.on("request", note);
    await page.getByLabel("Question").fill("Do dogs travel on the tram?");
    await page.keyboard.press("Enter");
    for (const name of ["First setting", "Second setting"] as const)
      await column(name).locator(".result mark").getByText(/^Dogs/).first().waitFor();
    page.off("request", note);
    expect(asked).toHaveLength(2);
  });

  test("stand beside each other, on a phone below each other", async () => {
    const { page } = session();
    const placeOf = async (name: "First setting" | "Second setting") => {
      const box = await column(name).boundingBox();
      return { x: Math.round(box?.x ?? -1), y: Math.round(box?.y ?? -1), width: box?.width ?? 0 };
    };
    const viewport = page.viewportSize() ?? { width: 1280, height: 720 };
    const [first, second] = [await placeOf("First setting"), await placeOf("Second setting")];
    expect(second.y).toBe(first.y);
    expect(second.x).toBeGreaterThan(first.x + first.width);
    await page.setViewportSize({ width: 390, height: 844 });
    const [upper, lower] = [await placeOf("First setting"), await placeOf("Second setting")];
    expect(lower.x).toBe(upper.x);
    expect(lower.y).toBeGreaterThan(upper.y);
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    await page.setViewportSize(viewport);
  });

  test("one that cannot be answered leaves the other", async () => {
    const { page } = session();
    await openWith("", { filter: { $nor: [] } });
    await card("First setting", "leave.md").waitFor();
    await column("Second setting").getByRole("alert").waitFor();
    await page.getByRole("button", { name: "Back to one setting" }).click();
    await column("Second setting").waitFor({ state: "detached" });
    await page.getByRole("heading", { name: "3 passages", exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.has("second")).toBe(false);
    expect(await page.locator(".result").count()).toBe(3);
  });
}
