import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { hasBrowser } from "../support/browser.ts";
import { freePort } from "../support/free-port.ts";
import { type DashboardSession, PASSWORD, startDashboard } from "./dashboard-session.ts";
import { outageOfUploads } from "./outage-of-uploads.ts";

setDefaultTimeout(90_000);

const UNREACHABLE = "The server cannot be reached";
const SLUG = "harbour";
const SETTLED_MS = 2_500;

/** What the pages do while their server is killed, or stands still, and after it. They are never loaded again. */
describe.skipIf(!hasBrowser())("while its server is away, the dashboard", () => {
  let session: DashboardSession;
  beforeAll(async () => {
    session = await startDashboard({ QUARRY_PORT: String(freePort()) });
    await session.quarry.spaces.create({ name: "Harbour" });
    const content = "The ferry leaves at nine.";
    await session.quarry.documents.upsert({ spaceId: SLUG, filename: "ferry.md", content });
  }, 120_000);
  afterAll(() => session?.stop());

  const goTo = (name: string) =>
    session.page.getByRole("navigation").getByRole("link", { name, exact: true }).click();
  const title = (name: string) => session.page.getByRole("heading", { level: 1, name });
  const line = (words: string) => session.page.locator(".trouble").getByText(words);

  beforeEach(async () => {
    await session.open("/app/spaces", "Spaces");
    await session.page.evaluate("window.__kept = true");
  });
  const expectKept = async () => expect(await session.page.evaluate("window.__kept")).toBe(true);

  test("keeps what was typed when the server is killed, and stores it when it is back", async () => {
    const { page, server, quarry } = session;
    await page.getByRole("button", { name: "New space" }).first().click();
    await page.getByLabel("Name").fill("Typed before the end");
    await page.getByLabel("What it contains").fill("Storms and waves");
    await server.kill();
    await page.getByRole("button", { name: "Create the space" }).click();
    await page.getByRole("dialog").getByText(UNREACHABLE).waitFor();
    expect(await page.getByLabel("Name").inputValue()).toBe("Typed before the end");
    expect(await page.getByLabel("What it contains").inputValue()).toBe("Storms and waves");
    await server.restart();
    await page.getByRole("heading", { name: "Typed before the end" }).waitFor();
    expect((await quarry.spaces.get("typed-before-the-end")).space.description).toBe("Storms and waves");
    await expectKept();
  });

  test("opens a page that was not loaded before the server was killed, when it is back", async () => {
    const { page, server } = session;
    await page.waitForTimeout(200);
    await server.kill();
    await goTo("Usage");
    await line(UNREACHABLE).waitFor();
    await server.restart();
    await title("Usage").waitFor();
    await page.getByText("is on the tier").waitFor();
    await line(UNREACHABLE).waitFor({ state: "detached" });
    await expectKept();
  });

  test("asks a question again by itself", async () => {
    const { page, server } = session;
    await goTo("Playground");
    await title("Playground").waitFor();
    await page.getByLabel("Question").fill("When does the ferry leave?");
    await server.kill();
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText(UNREACHABLE).waitFor();
    await page.getByText("Trying again by itself").first().waitFor();
    expect(await page.getByLabel("Question").inputValue()).toBe("When does the ferry leave?");
    await server.restart();
    await page.locator(".result").getByText("leaves at nine").waitFor();
    await expectKept();
  });

  test("shows changes again after a restart", async () => {
    const { page, server, quarry } = session;
    await page.getByRole("link", { name: "Harbour" }).click();
    await page.getByRole("link", { name: "ferry.md" }).waitFor();
    await server.kill();
    await server.restart();
    await quarry.documents.upsert({ spaceId: SLUG, filename: "after.md", content: "The storm is over." });
    await page.getByRole("link", { name: "after.md" }).waitFor();
    await expectKept();
  });

  test("says that a server that stands still is slow, and goes on with it", async () => {
    const { page, server } = session;
    await goTo("People");
    await page.locator(".row").first().waitFor();
    await goTo("Spaces");
    await page.getByRole("link", { name: "Harbour" }).waitFor();
    process.kill(server.pid, "SIGSTOP");
    try {
      await page.waitForTimeout(2_500);
      await goTo("People");
      await line("takes longer than usual").waitFor();
    } finally {
      process.kill(server.pid, "SIGCONT");
    }
    await page.locator(".row").getByText("owner@example.com").waitFor();
    await line("takes longer than usual").waitFor({ state: "detached" });
    await expectKept();
  });

  test("stores once what was sent to a server that stood still", async () => {
    const { page, server, quarry } = session;
    await page.getByRole("button", { name: "New space" }).first().click();
    await page.getByLabel("Name").fill("Frozen sea");
    process.kill(server.pid, "SIGSTOP");
    try {
      await page.getByRole("button", { name: "Create the space" }).click();
      await page.waitForTimeout(4_000);
      expect(await page.getByLabel("Name").inputValue()).toBe("Frozen sea");
    } finally {
      process.kill(server.pid, "SIGCONT");
    }
    await page.getByRole("heading", { name: "Frozen sea" }).waitFor();
    const { data } = await quarry.spaces.list({ pageSize: 100 });
    expect(data.filter(({ name }) => name === "Frozen sea")).toHaveLength(1);
    await expectKept();
  });

  test("shows changes again after the session has ended, and the person has signed in", async () => {
    const { page, server, quarry } = session;
    const signInAgain = async () => {
      await page.context().clearCookies();
      await server.kill();
      await server.restart();
      const again = page.getByRole("dialog", { name: "Your session has ended" });
      await again.getByLabel("Password").fill(PASSWORD);
      await again.getByRole("button", { name: "Sign in" }).click();
      await again.waitFor({ state: "detached" });
    };
    await page.getByRole("link", { name: "Harbour" }).click();
    await page.getByRole("link", { name: "ferry.md" }).waitFor();
    await signInAgain();
    // What the sign-in reads again must not show it.
    await page.waitForTimeout(SETTLED_MS);
    await quarry.documents.upsert({ spaceId: SLUG, filename: "signed-in.md", content: "The crew is back." });
    await page.getByRole("link", { name: "signed-in.md" }).click();
    await page.locator(".history summary").click();
    const entries = page.locator(".history-entries li");
    await entries.getByText("Uploaded").waitFor();
    await signInAgain();
    const { data } = await quarry.documents.list({ spaceId: SLUG });
    const id = data.find(({ filename }) => filename === "signed-in.md")?.id ?? "";
    await quarry.documents.update({ spaceId: SLUG, id, filename: "renamed.md" });
    await entries.getByText("Renamed").waitFor();
    await expectKept();
  });

  describe("sends files:", () => outageOfUploads(() => session));

  test("had no errors, and asked no other host", () => {
    expect(session.problems).toEqual([]);
  });
});
