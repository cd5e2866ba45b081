import { existsSync } from "node:fs";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

const EXECUTABLE = process.env.QUARRY_TEST_CHROMIUM ?? "/usr/bin/chromium";
/** How long a page may take on a machine where other tests run. */
export const LIMIT_MS = 60_000;

/** True when Debian's chromium is installed (`test/services/install-chromium.sh`). */
export function hasBrowser(): boolean {
  return existsSync(EXECUTABLE);
}

/** A headless browser. */
export interface TestBrowser {
  /** A page without cookies. */
  newPage(options?: BrowserContextOptions): Promise<Page>;
  stop(): Promise<void>;
}

/** Starts a browser. */
export async function startBrowser(): Promise<TestBrowser> {
  // The sandbox needs privileges that containers lack; the tests open only local pages.
  const browser: Browser = await chromium.launch({
    executablePath: EXECUTABLE,
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
    timeout: LIMIT_MS,
  });
  return {
    async newPage(options = {}) {
      const context = await browser.newContext(options);
      context.setDefaultTimeout(LIMIT_MS);
      return context.newPage();
    },
    stop: () => browser.close(),
  };
}
