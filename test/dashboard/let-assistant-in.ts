import { createHash, randomBytes } from "node:crypto";
import type { Page } from "playwright-core";

const CALLBACK = "http://127.0.0.1:7777/callback";

/** Registers an assistant, allows it on the consent page as the person of the page, and returns its access token. */
export async function letAssistantIn(page: Page, baseUrl: string, name: string): Promise<string> {
  const registration = await fetch(`${baseUrl}/api/auth/oauth2/register`, {
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
  await consent.goto(`${baseUrl}/api/auth/oauth2/authorize?${asked}`);
  await consent.getByRole("button", { name: "Allow", exact: true }).click();
  await consent.waitForURL(`${CALLBACK}?**`);
  const code = new URL(consent.url()).searchParams.get("code") ?? "";
  await consent.close();
  const tokens = await fetch(`${baseUrl}/api/auth/oauth2/token`, {
    method: "POST",
    body: new URLSearchParams({
      ...{ grant_type: "authorization_code", code, client_id, redirect_uri: CALLBACK },
      code_verifier: verifier,
    }),
  });
  return ((await tokens.json()) as { access_token: string }).access_token;
}

/** Calls a method of the Model Context Protocol with an assistant's token. */
export async function callAsAssistant(
  baseUrl: string,
  token: string,
  method: string,
  params: Readonly<Record<string, unknown>> = {},
): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(`${baseUrl}/mcp`, {
    method: "POST",
    headers: {
      ...{ authorization: `Bearer ${token}`, "content-type": "application/json" },
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  return { status: response.status, text: await response.text() };
}
