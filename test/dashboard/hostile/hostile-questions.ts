import { expect, test } from "bun:test";
import type { DashboardSession } from "../dashboard-session.ts";
import { FILES, type HostileContent, TEXTS, TEXTS_OF_A_SPACE } from "./fill-hostile.ts";
import { harmOn, textsOf } from "./harm.ts";
import { HOSTILE_STRINGS } from "./hostile-strings.ts";

/** Questions, and the passages that answer them. */
export function hostileQuestions(session: () => DashboardSession, content: () => HostileContent): void {
  test("find passages, which are shown as they are stored", async () => {
    const { page, open, quarry } = session();
    for (const slug of TEXTS) {
      const asked = { query: "drawer", mode: "lexical", topK: TEXTS_OF_A_SPACE } as const;
      const { results } = await quarry.query({ ...asked, spaceIds: [slug] });
      await open(
        `/app/playground?q=drawer&mode=lexical&topK=${TEXTS_OF_A_SPACE}&spaces=${slug}`,
        "Playground",
      );
      await page
        .locator(".result")
        .nth(results.length - 1)
        .waitFor();
      const stored = results.map(({ chunk }) => chunk.content);
      expect(stored.length).toBeGreaterThanOrEqual(TEXTS_OF_A_SPACE);
      expect((await textsOf(page, ".result-text")).sort()).toEqual(stored.sort());
      expect(await harmOn(page)).toEqual([]);
    }
  });

  test("are asked", async () => {
    const { page, open } = session();
    await open(`/app/playground?topK=1&spaces=${FILES}`, "Playground");
    for (const [at, question] of HOSTILE_STRINGS.entries()) {
      const field = page.getByLabel("Question");
      await field.fill(question);
      const answered = page.waitForResponse((response) => response.url().includes("/api/query"));
      await page.keyboard.press("Enter");
      expect([question, (await answered).status()]).toEqual([question, 200]);
      if (at % 20 === 0) expect([question, await harmOn(page)]).toEqual([question, []]);
    }
    await page.locator(".answer").waitFor();
    expect(await harmOn(page)).toEqual([]);
  });

  test("are asked from the palette", async () => {
    const { page } = session();
    for (const question of HOSTILE_STRINGS.filter((_, at) => at % 12 === 0)) {
      await page.keyboard.press("Control+k");
      await page.keyboard.insertText(question.replace(/[\r\n]/g, " "));
      const asking = page.getByRole("option").filter({ hasText: "Ask “" });
      expect(await asking.textContent()).toContain(question.replace(/[\r\n]/g, " ").trim());
      expect([question, await harmOn(page)]).toEqual([question, []]);
      await page.keyboard.press("Escape");
    }
  });

  test("are measured", async () => {
    const { page, server } = session();
    await page.goto(`${server.baseUrl}/app/spaces/${FILES}/evaluations/${content().evaluationId}`);
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByRole("heading", { name: "Runs" }).waitFor({ timeout: 60_000 });
    await page.getByRole("heading", { name: "Runs" }).click();
    expect(await harmOn(page)).toEqual([]);
  });
}
