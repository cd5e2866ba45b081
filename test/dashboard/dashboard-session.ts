import { expect } from "bun:test";
import { Quarry } from "@quarry/sdk";
import type { Page } from "playwright-core";
import { startBrowser, type TestBrowser } from "../support/browser.ts";
import { type RunningServer, startServer } from "../support/running-server.ts";
import { createOwner } from "./create-owner.ts";
import { type FilledPages, fillEveryPage } from "./every-page.ts";
import { takePictures } from "./pictures.ts";
import { violations } from "./violations.ts";
import { watchPage } from "./watch-page.ts";

/** The password of the owner. */
export const PASSWORD = "a long enough password";
const OWNER = { name: "Olive Owner", email: "owner@example.com", password: PASSWORD };

/** A server and a browser in which the owner of the organization is signed in. */
export interface DashboardSession {
  readonly server: RunningServer;
  readonly browser: TestBrowser;
  /** When the set-up link was opened, by `performance.now()`. */
  readonly startedMs: number;
  /** The owner's page. */
  readonly page: Page;
  /** A client with the root key. */
  readonly quarry: Quarry;
  /** Opens a path of the dashboard and waits for its title. */
  open(path: string, title: string): Promise<void>;
  /** All pages, with something on each of them. Filled by the first call. */
  everyPage(): Promise<FilledPages>;
  /** What went wrong in the browser since it started: errors of scripts, refused by the policy, other hosts. */
  readonly problems: readonly string[];
  /** Fails on problems of accessibility on the current page, in light and in dark. */
  expectAccessible(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a server, with further settings, and a browser, and creates the owner's account by the link of the log.
 * @param onSetUp Gets the page while it shows the set-up form.
 */
export async function startDashboard(
  env: Readonly<Record<string, string>> = {},
  onSetUp?: (page: Page) => Promise<void>,
): Promise<DashboardSession> {
  const server = await startServer({
    env: { QUARRY_WEBHOOK_ALLOW_PRIVATE: "true", ...env },
  });
  const browser = await startBrowser();
  const page = await browser.newPage();
  const problems = watchPage(page, server.baseUrl);
  const darkPages = new Set<string>();
  const startedMs = performance.now();
  await createOwner(page, server, OWNER, onSetUp);

  const quarry = new Quarry({ baseUrl: server.baseUrl, apiKey: server.rootKey });
  let filled: Promise<FilledPages> | undefined;
  return {
    server,
    browser,
    page,
    problems,
    startedMs,
    quarry,
    everyPage() {
      filled ??= fillEveryPage(quarry);
      return filled;
    },
    async open(path, title) {
      await page.goto(server.baseUrl + path);
      await page.getByRole("heading", { level: 1, name: title }).waitFor();
    },
    async expectAccessible() {
      // Colors are the same in all states of a page.
      const { pathname } = new URL(page.url());
      const isKnown = darkPages.has(pathname);
      darkPages.add(pathname);
      expect(await violations(page, { withDark: !isKnown })).toEqual([]);
      await takePictures(page);
      await page.emulateMedia({ colorScheme: null });
    },
    async stop() {
      await browser.stop();
      await server.stop();
    },
  };
}

/** Signs the owner in on the form of the sign-in page, which leads to the dashboard. */
export async function signIn(page: Page, baseUrl: string, path = "/app"): Promise<void> {
  await page.goto(baseUrl + path);
  await page.getByLabel("E-mail").fill(OWNER.email);
  await page.getByLabel("Password").fill(OWNER.password);
  await page.getByRole("button", { name: "Sign in" }).click();
}
