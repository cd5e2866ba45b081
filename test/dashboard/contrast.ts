import { afterAll, beforeAll, expect, test } from "bun:test";
import { AxeBuilder } from "@axe-core/playwright";
import type { DashboardSession } from "./dashboard-session.ts";

const PAGES = [
  ["/app/spaces", "Spaces"],
  ["/app/spaces/seen-clearly", "Seen clearly"],
  ["/app/playground?q=fog&spaces=seen-clearly", "Playground"],
  ["/app/keys", "API keys"],
  ["/app/people", "People"],
  ["/app/usage", "Usage"],
  ["/app/operator", "Operator"],
] as const;

/** What people see whose system asks for more contrast: 7:1, level AAA of WCAG. */
export function contrast(session: () => DashboardSession): void {
  beforeAll(async () => {
    const { quarry } = session();
    const { space } = await quarry.spaces.create({ name: "Seen clearly" });
    await quarry.documents.upsert({ spaceId: space.id, filename: "fog.md", content: "Fog hides the coast." });
    await quarry.documents.upload({ spaceId: space.id, filename: "broken.pdf", content: "no PDF" });
  });
  afterAll(() => session().page.emulateMedia({ contrast: null, colorScheme: null, reducedMotion: null }));

  for (const [path, title] of PAGES)
    test(`${path} has a contrast of 7:1 in light and dark`, async () => {
      const { page, open } = session();
      await page.emulateMedia({ contrast: "more", reducedMotion: "reduce" });
      await open(path, title);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        const axe = new AxeBuilder({ page }).setLegacyMode().withRules("color-contrast-enhanced");
        const { violations } = await axe.analyze();
        const found = violations.flatMap(({ nodes }) =>
          nodes.map(({ html, failureSummary }) => `${colorScheme}: ${html} ${failureSummary}`),
        );
        expect(found).toEqual([]);
      }
    });
}
