import { beforeAll, expect, test } from "bun:test";
import type { DashboardSession } from "./dashboard-session.ts";

/** What the command palette finds beside pages and spaces. */
export function palette(session: () => DashboardSession): void {
  const option = (name: string | RegExp) => session().page.getByRole("option", { name });
  const type = async (typed: string) => {
    await session().page.keyboard.press("Control+k");
    await session().page.getByRole("dialog").waitFor();
    await session().page.keyboard.type(typed);
  };

  beforeAll(async () => {
    const { quarry } = session();
    await quarry.spaces.create({ name: "Harbour" });
    for (const filename of ["pilot <b>book.md", "pilot rota.md"])
      await quarry.documents.upsert({ spaceId: "harbour", filename, content: "# Pilots\n\nAt the quay." });
  });

  test("finds a document by its name, and opens it", async () => {
    const { page, open, expectAccessible } = session();
    await open("/app/usage", "Usage");
    await type("pilot");
    await option(/pilot rota\.md.*Harbour/).waitFor();
    await expectAccessible();
    await page.keyboard.type(" <b>");
    await option(/pilot rota\.md/).waitFor({ state: "detached" });
    await option(/pilot <b>book\.md/).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "pilot <b>book.md" }).waitFor();
  });

  test("keeps what is chosen while documents are found", async () => {
    const { page, open } = session();
    await open("/app/usage", "Usage");
    await page.route("**/documents?**", async (route) => {
      await Bun.sleep(500);
      await route.continue();
    });
    await type("pilot rota");
    await page.keyboard.press("ArrowUp");
    expect(await option(/^Ask/).getAttribute("aria-selected")).toBe("true");
    await option(/pilot rota\.md/).waitFor();
    expect(await option(/^Ask/).getAttribute("aria-selected")).toBe("true");
    await page.unroute("**/documents?**");
    await page.keyboard.press("Escape");
  });

  test("starts actions", async () => {
    const { page, open } = session();
    await open("/app/usage", "Usage");
    for (const [action, title] of [
      ["New space", "New space"],
      ["New key", "New key"],
      ["New webhook", "New webhook"],
      ["Invite", "Invite"],
      ["Language", "Language"],
    ] as const) {
      await type(action);
      await option(new RegExp(`^${action} ?Action$`)).waitFor();
      await page.keyboard.press("Enter");
      await page.getByRole("dialog", { name: title, exact: true }).waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
    await type("Sign out");
    await option(/^Sign out/).waitFor();
    await page.keyboard.press("Escape");
  });
}
