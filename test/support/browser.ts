import { existsSync } from "node:fs";
import { type Browser, chromium, type Page } from "playwright-core";

const EXECUTABLE = process.env.QUARRY_TEST_CHROMIUM ?? "/usr/bin/chromium";
const LIMIT_MS = 20_000;

/** True when Debian's chromium is on this machine (`test/services/install-chromium.sh` puts it there). */
export function hasBrowser(): boolean {
  return existsSync(EXECUTABLE);
}

/** A browser without a window. */
export interface TestBrowser {
  /** A page of somebody who has no cookies yet. */
  newPage(): Promise<Page>;
  stop(): Promise<void>;
}

/** Starts a browser. */
export async function startBrowser(): Promise<TestBrowser> {
  // The sandbox needs rights that a container has not; nothing but this machine's own pages is opened.
  const browser: Browser = await chromium.launch({
    executablePath: EXECUTABLE,
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
    timeout: LIMIT_MS,
  });
  return {
    async newPage() {
      const context = await browser.newContext();
      context.setDefaultTimeout(LIMIT_MS);
      return context.newPage();
    },
    stop: () => browser.close(),
  };
}
