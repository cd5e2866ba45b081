import { expect, test } from "bun:test";
import type { DashboardSession } from "./dashboard-session.ts";
import { callAsAssistant, letAssistantIn } from "./let-assistant-in.ts";

/** The assistants of a person. */
export function assistants(session: () => DashboardSession): void {
  test("are connected with what the page says", async () => {
    const { page, open, server, expectAccessible } = session();
    await open("/app/assistants", "Assistants");
    await page.getByText("No assistant has access").waitFor();
    await expectAccessible();
    const sample = () => page.locator(".connect code").textContent();
    expect(await sample()).toBe(`claude mcp add --transport http quarry ${server.baseUrl}/mcp`);
    await page.getByText("Cursor, and others with a file").click();
    expect(JSON.parse((await sample()) ?? "")).toEqual({
      mcpServers: { quarry: { url: `${server.baseUrl}/mcp` } },
    });
  });

  test("are shown with their rights, and removed at once", async () => {
    const { page, open, server, expectAccessible } = session();
    const token = await letAssistantIn(page, server.baseUrl, "Helper <b>of</b> Whitby");
    const status = async () => (await callAsAssistant(server.baseUrl, token, "tools/list")).status;
    expect(await status()).toBe(200);
    await open("/app/assistants", "Assistants");
    const row = page.getByRole("listitem").filter({ hasText: "Helper <b>of</b> Whitby" });
    await row.getByText("see spaces, search").waitFor();
    await row.getByText("used just now").waitFor();
    await expectAccessible();
    await row.getByRole("button", { name: "Remove" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await page.getByText("No assistant has access").waitFor();
    expect(await status()).toBe(401);
  });
}
