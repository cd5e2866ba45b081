import { afterEach, expect, test } from "bun:test";
import type { Page, Route } from "playwright-core";
import type { DashboardSession } from "./dashboard-session.ts";
import { takePictures } from "./pictures.ts";
import { violations } from "./violations.ts";

/** What the frame of all pages reads. */
const FRAME = /\/api\/(auth\/(get-session|organization\/(list(?!-)|get-active-member))|events)\b/;
/** Pages that read nothing. */
const STILL = ["/app/nowhere", "/app/start"];
const WAIT_MS = 15_000;

interface State {
  readonly name: string;
  /** How the server answers what a page reads. */
  readonly answer: (route: Route) => Promise<void>;
  /** What shows that a page is in the state. */
  readonly sign: string;
}

const STATES: readonly State[] = [
  { name: "loading", answer: () => new Promise(() => {}), sign: ".content .skeleton" },
  {
    name: "failed",
    answer: (route) =>
      route.fulfill({ status: 400, json: { code: "bad_request", message: "Refused by the test." } }),
    sign: '.content [role="alert"]',
  },
  { name: "empty", answer: answerEmpty, sign: ".content h1, .content h2" },
];

/** Each page while it loads, when its calls fail, and with nothing to show. */
export function states(session: () => DashboardSession): void {
  afterEach(() => session().page.unrouteAll({ behavior: "ignoreErrors" }));

  for (const state of STATES)
    test(`is accessible, ${state.name}`, async () => {
      const { pages } = await session().everyPage();
      const { page, server } = session();
      const found: string[] = [];
      for (const [path] of pages) {
        await page.unrouteAll({ behavior: "ignoreErrors" });
        await page.route("**/api/**", (route) =>
          FRAME.test(route.request().url()) ? route.continue() : state.answer(route),
        );
        await page.goto(server.baseUrl + path);
        const problem = await problemOf(page, STILL.includes(path) ? "h1" : state.sign);
        found.push(
          ...[problem ?? [], await violations(page, { withDark: false })]
            .flat()
            .map((each) => `${path}: ${each}`),
        );
        await takePictures(page, `${state.name}-${path.slice(1).replaceAll(/[^a-z]+/g, "-")}`);
      }
      expect(found).toEqual([]);
    }, 240_000);
}

async function problemOf(page: Page, sign: string): Promise<string | undefined> {
  const shown = page.locator(sign).first().waitFor({ timeout: WAIT_MS });
  const problem = await shown.then(
    () => undefined,
    () => `no ${sign}`,
  );
  const text = (await page.locator("main").textContent()) ?? "";
  return problem ?? (/undefined|NaN|\[object/.test(text) ? `shows ${text}` : undefined);
}

/** The answer of the server without the items of its lists. */
async function answerEmpty(route: Route): Promise<void> {
  const response = await route.fetch();
  const answer: unknown = await response.json().catch(() => undefined);
  await route.fulfill(isList(answer) ? { response, json: emptied(answer) } : { response });
}

interface List {
  readonly data: readonly unknown[];
  readonly pagination?: object;
}

function isList(answer: unknown): answer is List {
  return typeof answer === "object" && answer !== null && "data" in answer && Array.isArray(answer.data);
}

function emptied(answer: List): List {
  const { pagination } = answer;
  return {
    ...answer,
    data: [],
    ...(pagination ? { pagination: { ...pagination, total: 0, totalPages: 0 } } : {}),
  };
}
