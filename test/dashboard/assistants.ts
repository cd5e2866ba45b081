import { expect, test } from "bun:test";
import { createHash, randomBytes } from "node:crypto";
import type { DashboardSession } from "./dashboard-session.ts";

const CALLBACK = "http://127.0.0.1:7777/callback";

/** The assistants of a person. */
export function assistants(session: () => DashboardSession): void {
  /** Lets an assistant in on the consent page, and returns its access token. */
  async function letIn(name: string): Promise<string> {
    const { server, page } = session();
    const registration = await fetch(`${server.baseUrl}/api/auth/oauth2/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        ...{ client_name: name, redirect_uris: [CALLBACK], token_endpoint_auth_method: "none" },
        ...{ grant_types: ["authorization_code", "refresh_token"], response_types: ["code"] },
      }),
    });
    const { client_id } = (await registration.json()) as { client_id: string };
    const verifier = randomBytes(32).toString("base64url");
    const asked = new URLSearchParams({
      ...{ response_type: "code", client_id, redirect_uri: CALLBACK, state: "abc" },
      ...{ code_challenge: createHash("sha256").update(verifier).digest("base64url") },
      ...{ code_challenge_method: "S256", scope: "spaces:read queries:read" },
    });
    const consent = await page.context().newPage();
    await consent.route(`${CALLBACK}?**`, (route) => route.fulfill({ body: "Done." }));
    await consent.goto(`${server.baseUrl}/api/auth/oauth2/authorize?${asked}`);
    await consent.getByRole("button", { name: "Allow", exact: true }).click();
    await consent.waitForURL(`${CALLBACK}?**`);
    const code = new URL(consent.url()).searchParams.get("code") ?? "";
    await consent.close();
    const tokens = await fetch(`${server.baseUrl}/api/auth/oauth2/token`, {
      method: "POST",
      body: new URLSearchParams({
        ...{ grant_type: "authorization_code", code, client_id, redirect_uri: CALLBACK },
        code_verifier: verifier,
      }),
    });
    return ((await tokens.json()) as { access_token: string }).access_token;
  }

  const statusWith = async (token: string) => {
    const { status } = await fetch(`${session().server.baseUrl}/mcp`, {
      method: "POST",
      headers: {
        ...{ authorization: `Bearer ${token}`, "content-type": "application/json" },
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
    });
    return status;
  };

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
    const { page, open, expectAccessible } = session();
    const token = await letIn("Helper <b>of</b> Whitby");
    expect(await statusWith(token)).toBe(200);
    await open("/app/assistants", "Assistants");
    const row = page.getByRole("listitem").filter({ hasText: "Helper <b>of</b> Whitby" });
    await row.getByText("see spaces, search").waitFor();
    await expectAccessible();
    await row.getByRole("button", { name: "Remove" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await page.getByText("No assistant has access").waitFor();
    expect(await statusWith(token)).toBe(401);
  });
}
