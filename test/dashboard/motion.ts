import { beforeAll, expect, test } from "bun:test";
import type { DashboardSession } from "./dashboard-session.ts";

/** The longest animation or transition of the page, in milliseconds, and whether one runs for ever. */
const MOTION = `(() => {
  const timings = document.getAnimations().map(({ effect }) => effect.getComputedTiming());
  const styled = [...document.querySelectorAll(".button, .card, .answer")]
    .flatMap((element) => getComputedStyle(element).transitionDuration.split(", "))
    .map((duration) => parseFloat(duration) * 1000);
  return {
    longestMs: Math.max(0, ...styled, ...timings.map(({ duration }) => Number(duration))),
    isEndless: timings.some(({ iterations }) => iterations === Infinity),
  };
})()`;

/** What moves, for people who do not want it and for others. */
export function motion(session: () => DashboardSession): void {
  async function motionWhileLoading(reducedMotion: "reduce" | "no-preference") {
    const { page, server } = session();
    await page.emulateMedia({ reducedMotion });
    await page.route("**/api/spaces?**", async (route) => {
      await Bun.sleep(1_500);
      await route.continue();
    });
    await page.goto(`${server.baseUrl}/app/spaces`);
    await page.locator(".skeleton").first().waitFor();
    const found = await page.evaluate<{ longestMs: number; isEndless: boolean }>(MOTION);
    await page.locator(".card").first().waitFor();
    await page.unroute("**/api/spaces?**");
    await page.emulateMedia({ reducedMotion: null });
    return found;
  }

  beforeAll(() =>
    session()
      .quarry.spaces.create({ name: "Motion" })
      .then(() => undefined),
  );

  test("is there by default", async () => {
    const { longestMs, isEndless } = await motionWhileLoading("no-preference");
    expect(isEndless).toBe(true);
    expect(longestMs).toBeGreaterThan(100);
  });

  test("is left out for people who asked for less", async () => {
    const { longestMs, isEndless } = await motionWhileLoading("reduce");
    expect(isEndless).toBe(false);
    expect(longestMs).toBeLessThanOrEqual(1);
  });
}
