import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { hasBrowser } from "../../support/browser.ts";
import { type DashboardSession, startDashboard } from "../dashboard-session.ts";
import { fillHostile, type HostileContent } from "./fill-hostile.ts";
import { harmOn, watchForHarm } from "./harm.ts";
import { hostileLists } from "./hostile-lists.ts";
import { hostileNames } from "./hostile-names.ts";
import { hostileQuestions } from "./hostile-questions.ts";
import { HOSTILE_STRINGS } from "./hostile-strings.ts";

setDefaultTimeout(120_000);

/** Texts of strangers on all pages: they are shown, and nothing else happens. */
describe.skipIf(!hasBrowser())("hostile texts in the dashboard", () => {
  let session: DashboardSession;
  let content: HostileContent;
  beforeAll(async () => {
    session = await startDashboard();
    await watchForHarm(session.page);
    content = await fillHostile(session.quarry);
  }, 180_000);
  afterAll(() => session?.stop());

  test("are 200 different ones", () => {
    expect(new Set(HOSTILE_STRINGS).size).toBe(200);
    expect(HOSTILE_STRINGS).toHaveLength(200);
  });

  test("are noticed on a page that does not escape them", async () => {
    const page = await session.browser.newPage();
    await watchForHarm(page);
    await page.setContent(`<p>${HOSTILE_STRINGS[0]}</p><nobr>${"x".repeat(3_000)}</nobr>`);
    await page.waitForFunction("window.__hit === 1");
    const found = (await harmOn(page)).join("\n");
    for (const harm of ["a script ran", "an attribute onerror", "wider than 390"])
      expect(found).toContain(harm);
    await page.context().close();
  });

  const current = () => session;
  describe("as names in lists", () =>
    hostileLists(
      () => session,
      () => content,
    ));
  describe("as questions", () =>
    hostileQuestions(
      () => session,
      () => content,
    ));
  describe("as names of people and organizations", () => hostileNames(current));

  test("asked no other host, opened no dialog, and made no error", () => {
    expect(session.problems).toEqual([]);
  });
});
