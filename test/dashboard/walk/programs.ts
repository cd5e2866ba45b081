import { expect, test } from "bun:test";
import { Quarry } from "@quarry/sdk";
import type { DashboardSession } from "../dashboard-session.ts";
import { callAsAssistant, letAssistantIn } from "../let-assistant-in.ts";
import { takePictures } from "../pictures.ts";
import { SPACE } from "./first-files.ts";
import { ANSWERING, QUESTION } from "./walk-files.ts";

const ASSISTANT = "Deck helper";

/** A program with an API key, and an assistant. */
export function programs(session: () => DashboardSession): void {
  let key = "";

  test("gets a key, and calls with the command that the page shows", async () => {
    const { page, open } = session();
    await open("/app/keys", "API keys");
    await page.getByRole("button", { name: "New key" }).first().click();
    await page.getByLabel("Name").fill("Website of the harbour");
    await page.getByRole("button", { name: "Make the key" }).click();
    await page.getByText("The key is ready").waitFor();
    const [shown = "", command = ""] = await page.locator(".secret code").allTextContents();
    key = shown;
    if (Bun.which("curl")) {
      const called = Bun.spawn(["sh", "-c", `${command} --silent`], { stdout: "pipe" });
      const answer = (await new Response(called.stdout).json()) as { data: { name: string }[] };
      expect(answer.data.map(({ name }) => name)).toEqual([SPACE.name]);
    }
    await page.getByRole("button", { name: "I have copied it" }).click();
    await takePictures(page, "keys");
  });

  test("asks with the key, and may not change anything with it", async () => {
    const { server } = session();
    const call = (path: string, body: object) =>
      fetch(server.baseUrl + path, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const asked = await call("/api/query", { query: QUESTION, spaceIds: [SPACE.slug] });
    const { results } = (await asked.json()) as { results: { document: { filename: string } }[] };
    expect(results[0]?.document.filename).toBe(ANSWERING);
    expect((await call("/api/spaces", { name: "By the website" })).status).toBe(403);
  });

  test("is refused after its key was revoked", async () => {
    const { page, server } = session();
    await page.getByRole("button", { name: "More actions: Website of the harbour" }).click();
    await page.getByRole("menuitem", { name: "Revoke" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await page.getByText("“Website of the harbour” is revoked").waitFor();
    const quarry = new Quarry({ baseUrl: server.baseUrl, apiKey: key, maxRetries: 0 });
    expect(await quarry.spaces.list().catch(({ status }) => status)).toBe(401);
  });

  test("is let in as an assistant, searches, and is removed", async () => {
    const { page, open, server, quarry } = session();
    const token = await letAssistantIn(page, server.baseUrl, ASSISTANT);
    const call = (name: string, parameters: object) =>
      callAsAssistant(server.baseUrl, token, "tools/call", { name, arguments: parameters });
    expect((await call("list_spaces", {})).text).toContain(SPACE.name);
    await call("create_space", { name: "By the assistant" });
    expect((await quarry.spaces.list()).data.map(({ name }) => name)).toEqual([SPACE.name]);
    await open("/app/assistants", "Assistants");
    const row = page.getByRole("listitem").filter({ hasText: ASSISTANT });
    await row.getByText("see spaces, search").waitFor();
    await takePictures(page, "assistants");
    await row.getByRole("button", { name: `Remove: ${ASSISTANT}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await page.getByText("No assistant has access").waitFor();
    expect((await call("list_spaces", {})).status).toBe(401);
  });
}
