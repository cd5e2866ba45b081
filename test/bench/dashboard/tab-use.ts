import { readFile } from "node:fs/promises";
import type { DashboardStage } from "./stage.ts";

const MINUTE_MS = 60_000;
const STEPS = 20;

/** The memory of a tab. */
export interface TabMemory {
  /** Objects of scripts after the garbage was collected. */
  readonly heapBytes: number;
  /** Memory of the tab's process that it shares with no other. */
  readonly tabBytes: number;
}

/** Uses the dashboard like a person who never rests, without loading it again, and reads the memory of its tab. */
export async function useForMinutes(
  stage: DashboardStage,
  minutes: number,
): Promise<{ readonly start: TabMemory; readonly end: TabMemory }> {
  const { page, server } = stage;
  await page.goto(`${server.baseUrl}/app/spaces`);
  await page.locator(".card").first().waitFor();
  const start = await memoryOf(stage);
  for (let [end, next] = [Date.now() + minutes * MINUTE_MS, Date.now() + MINUTE_MS]; Date.now() < end; ) {
    await useOnce(stage);
    if (Date.now() < next) continue;
    next += MINUTE_MS;
    const { heapBytes, tabBytes } = await memoryOf(stage);
    console.log(`  ${(tabBytes / 1e6).toFixed(0)} MB, objects ${(heapBytes / 1e6).toFixed(1)} MB`);
  }
  return { start, end: await memoryOf(stage) };
}

async function useOnce({ page }: DashboardStage): Promise<void> {
  const link = (name: string) =>
    page.getByRole("navigation").getByRole("link", { name, exact: true }).click();
  const scroll = async () => {
    for (let step = 0; step < STEPS; step += 1) {
      await page.mouse.wheel(0, 2_500);
      await page.waitForTimeout(40);
    }
  };
  await link("Spaces");
  await page.getByRole("link", { name: "Many" }).click();
  await page.locator(".document-row a").first().waitFor();
  await scroll();
  await link("Spaces");
  await page.getByRole("link", { name: "Long" }).click();
  await page.getByRole("link", { name: "log.txt" }).click();
  await page.locator(".passage").first().waitFor();
  await scroll();
  await link("Playground");
  await page.getByLabel("Question").fill(`What does sheet ${Date.now() % 1000} say?`);
  await page.keyboard.press("Enter");
  await page.locator(".answer[aria-busy=false]").waitFor();
  await link("People");
  await page.locator(".row").first().waitFor();
}

async function memoryOf({ page }: DashboardStage): Promise<TabMemory> {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send("HeapProfiler.collectGarbage");
  await protocol.send("Performance.enable");
  const { metrics } = await protocol.send("Performance.getMetrics");
  await protocol.detach();
  const heapBytes = metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? Number.NaN;
  const browser = await page.context().browser()?.newBrowserCDPSession();
  const found = await browser?.send("SystemInfo.getProcessInfo");
  await browser?.detach();
  const tabs = (found?.processInfo ?? []).filter(({ type }) => type === "renderer");
  const sizes = await Promise.all(tabs.map(({ id }) => ownBytes(id)));
  return { heapBytes, tabBytes: Math.max(...sizes) };
}

async function ownBytes(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
  const lines = [...rollup.matchAll(/^Private_(?:Clean|Dirty):\s+(\d+) kB$/gm)];
  return lines.reduce((sum, [, kilobytes]) => sum + Number(kilobytes) * 1024, 0);
}
