import { expect } from "bun:test";
import { AxeBuilder } from "@axe-core/playwright";
import { Quarry } from "@quarry/sdk";
import type { Page } from "playwright-core";
import { startBrowser, type TestBrowser } from "../support/browser.ts";
import { type RunningServer, startServer } from "../support/running-server.ts";
import { until } from "../support/until.ts";
import { takePictures } from "./pictures.ts";

/** The password of the owner. */
export const PASSWORD = "a long enough password";
const OWNER = { email: "owner@example.com", password: PASSWORD };

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
  /** What went wrong in the browser since it started: errors of scripts, refused by the policy, other hosts. */
  readonly problems: readonly string[];
  /** Fails on problems of accessibility on the current page, in light and in dark. */
  expectAccessible(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a server and a browser, and creates the owner's account by the link of the log. */
export async function startDashboard(): Promise<DashboardSession> {
  const server = await startServer({
    env: { QUARRY_WEBHOOK_ALLOW_PRIVATE: "true" },
  });
  const browser = await startBrowser();
  const page = await browser.newPage();
  const problems: string[] = [];
  const darkPages = new Set<string>();
  const { host } = new URL(server.baseUrl);
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (/Content.Security.Policy/i.test(message.text())) problems.push(message.text());
  });
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith("http") && url.host !== host) problems.push(`requested ${url.host}`);
  });
  const startedMs = performance.now();
  await page.goto(await until("the set-up link", () => /set up\s+(\S+)/.exec(server.output())?.[1]));
  await page.getByLabel("Name").fill("Olive Owner");
  await page.getByLabel("E-mail").fill(OWNER.email);
  await page.getByLabel("Password").fill(OWNER.password);
  await page.getByRole("button", { name: "Create the owner's account" }).click();
  await page.waitForURL(`${server.baseUrl}/app/**`);

  return {
    server,
    browser,
    page,
    problems,
    startedMs,
    quarry: new Quarry({ baseUrl: server.baseUrl, apiKey: server.rootKey }),
    async open(path, title) {
      await page.goto(server.baseUrl + path);
      await page.getByRole("heading", { level: 1, name: title }).waitFor();
    },
    async expectAccessible() {
      // Colors are the same in all states of a page.
      const { pathname } = new URL(page.url());
      const isKnown = darkPages.has(pathname);
      darkPages.add(pathname);
      const axe = () => new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
      await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
      const light = await axe().analyze();
      await page.emulateMedia({ colorScheme: isKnown ? "light" : "dark" });
      const dark = isKnown ? undefined : await axe().withRules("color-contrast").analyze();
      const found = [...light.violations, ...(dark?.violations ?? [])].flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
      );
      expect(found).toEqual([]);
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
