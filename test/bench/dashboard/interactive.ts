import { until } from "../../support/until.ts";
import { spreadOf } from "../compare/results/statistics.ts";
import type { DashboardStage } from "./stage.ts";

const TURNS = 5;

/** A page, and what it shows when it can be used. */
export interface MeasuredPage {
  readonly path: string;
  readonly selector: string;
}

/** Notes when the content is there and the main thread has time for a click. */
const noteWhenUsable = (selector: string) => `(() => {
  const watching = new MutationObserver(() => {
    if (!document.querySelector(${JSON.stringify(selector)})) return;
    watching.disconnect();
    requestAnimationFrame(() => requestIdleCallback(() => { window.__usableMs = performance.now(); }));
  });
  watching.observe(document, { childList: true, subtree: true });
})()`;

/** Milliseconds from the call of a page until it can be used, with a slower processor: the median and the most of some turns. */
export async function interactiveMs(
  { page: signedIn, browser, server }: DashboardStage,
  options: MeasuredPage & { readonly cache: "empty" | "full"; readonly slowdown: number },
): Promise<{ readonly median: number; readonly most: number }> {
  const { path, selector, cache, slowdown } = options;
  const storageState = await signedIn.context().storageState();
  const times: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const page = await browser.newPage({ storageState });
    await page.addInitScript(noteWhenUsable(selector));
    const openMs = async () => {
      await page.goto(server.baseUrl + path);
      const usableMs = () => page.evaluate<number | null>("window.__usableMs ?? null");
      return until("the page to be usable", async () => (await usableMs()) ?? undefined);
    };
    if (cache === "full") await openMs();
    const protocol = await page.context().newCDPSession(page);
    await protocol.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    times.push(await openMs());
    await page.context().close();
  }
  return spreadOf(times);
}
