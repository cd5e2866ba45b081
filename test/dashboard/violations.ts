import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

/** What axe finds on a page in light, and of its colors in dark. */
export async function violations(page: Page, { withDark = true } = {}): Promise<readonly string[]> {
  const axe = () => new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  const light = await axe().analyze();
  await page.emulateMedia({ colorScheme: withDark ? "dark" : "light" });
  const dark = withDark ? await axe().withRules("color-contrast").analyze() : undefined;
  return [...light.violations, ...(dark?.violations ?? [])].flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}
