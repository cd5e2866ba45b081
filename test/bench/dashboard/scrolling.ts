import type { MeasuredPage } from "./interactive.ts";
import type { DashboardStage } from "./stage.ts";

const PIXELS = 24_000;
const PIXELS_PER_SECOND = 4_000;

/** Counts the frames in which the main thread took part, and the frames with rows that are not read yet. */
const COUNT = `(() => {
  const counted = { frames: 0, unread: 0, startMs: performance.now(), isOver: false };
  window.__counted = counted;
  requestAnimationFrame(function frame() {
    if (counted.isOver) return;
    counted.frames += 1;
    if (document.querySelector(".paged-list .skeleton")) counted.unread += 1;
    requestAnimationFrame(frame);
  });
})()`;
const RESULT = `(() => {
  const { frames, unread, startMs } = window.__counted;
  window.__counted.isOver = true;
  return { frames: frames / ((performance.now() - startMs) / 1000), unread: unread / frames };
})()`;

/** Scrolls through a list as a finger does. */
export async function framesPerSecond(
  { page, server }: DashboardStage,
  { path, selector }: MeasuredPage,
): Promise<{ readonly frames: number; readonly unread: number }> {
  await page.goto(server.baseUrl + path);
  await page.locator(selector).first().waitFor();
  const protocol = await page.context().newCDPSession(page);
  await page.evaluate(COUNT);
  await protocol.send("Input.synthesizeScrollGesture", {
    ...{ x: 500, y: 400, yDistance: -PIXELS, speed: PIXELS_PER_SECOND },
  });
  const result = await page.evaluate<{ frames: number; unread: number }>(RESULT);
  await protocol.detach();
  return result;
}

/** Keeps a trace of a task, for the performance panel of a browser. */
export async function recordTrace(
  { page }: DashboardStage,
  file: string | undefined,
  task: () => Promise<void>,
): Promise<void> {
  const browser = page.context().browser();
  if (file === undefined || !browser) return task();
  await browser.startTracing(page, { path: file });
  await task();
  await browser.stopTracing();
  console.log(`trace: ${file}`);
}
