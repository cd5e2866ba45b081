import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { UnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Page } from "playwright-core";
import { object, string } from "../contract/reading.ts";
import { hasBrowser, startBrowser, type TestBrowser } from "../support/browser.ts";
import { EMBEDDED, isInstalled, POSTGRES, type Surroundings, surround } from "../support/configurations.ts";
import { rejection } from "../support/failure.ts";
import { type RunningServer, startServer } from "../support/running-server.ts";
import { until } from "../support/until.ts";
import { assistantOf } from "./assistant.ts";
import { createOAuthClient, type OAuthClient } from "./oauth-client.ts";

const OWNER = { email: "owner@example.com", password: "a long enough password" };

for (const configuration of [EMBEDDED, POSTGRES])
  describe.skipIf(!hasBrowser() || !isInstalled(configuration))(
    `an assistant with a person's consent, on ${configuration.name}`,
    () => {
      let surroundings: Surroundings;
      let server: RunningServer;
      let browser: TestBrowser;
      let page: Page;
      let oauth: OAuthClient;
      const opened: { close(): Promise<void> }[] = [];
      beforeAll(async () => {
        surroundings = await surround(configuration);
        const owner = { QUARRY_OWNER_EMAIL: OWNER.email, QUARRY_OWNER_PASSWORD: OWNER.password };
        server = await startServer({ env: { ...surroundings.env, ...owner } });
        browser = await startBrowser();
        page = await browser.newPage();
      }, 120_000);
      afterAll(async () => {
        for (const one of opened) await one.close();
        await oauth?.stop();
        await browser?.stop();
        await server?.stop();
        await surroundings?.stop();
      });

      const connect = async (authProvider: OAuthClient, query = "") => {
        const client = new Client({ name: "test", version: "1.0.0" });
        const transport = new StreamableHTTPClientTransport(new URL(`${server.baseUrl}/mcp${query}`), {
          authProvider,
        });
        // The cast is needed, because the MCP SDK is not compiled with exactOptionalPropertyTypes.
        const connecting = client.connect(transport as Parameters<Client["connect"]>[0]);
        opened.push(client);
        return { client, transport, connecting };
      };

      test("connects through discovery, registration, sign-in and consent", async () => {
        oauth = createOAuthClient("Desk assistant <b>");
        const first = await connect(oauth);
        expect(await rejection(first.connecting)).toBeInstanceOf(UnauthorizedError);
        expect(object(oauth.registration).client_id).toBeString();

        await page.goto(String(await oauth.destination));
        await page.getByLabel("E-mail").fill(OWNER.email);
        await page.getByLabel("Password").fill(OWNER.password);
        await page.getByRole("button", { name: "Sign in" }).click();
        await page.getByRole("heading", { name: "Desk assistant <b> requests access" }).waitFor();
        const consent = await page.locator("main").textContent();
        for (const shown of [OWNER.email, "My organization", "Search your documents", "queries:read"])
          expect(consent).toContain(shown);
        for (const [name, isChecked] of [
          ["Search your documents", true],
          ["Stay connected", true],
          ["Add and change documents", true],
          ["Delete documents", false],
          ["Archive and delete spaces", false],
        ] as const)
          expect(await page.getByRole("checkbox", { name }).isChecked()).toBe(isChecked);
        await page.getByRole("button", { name: "Allow", exact: true }).click();
        await page.getByRole("heading", { name: "You may close this window" }).waitFor();

        await first.transport.finishAuth(string((await oauth.answer).get("code")));
        const { client, connecting } = await connect(oauth);
        await connecting;
        const forData = await connect(oauth, "?answers=data");
        await forData.connecting;
        const assistant = assistantOf(client, forData.client);
        const tools = (await client.listTools()).tools.map(({ name }) => name);
        expect([tools.length, tools.filter((name) => name.startsWith("delete"))]).toEqual([13, []]);
        const created = await assistant.call("create_space", { name: "Handbook" });
        const spaceId = string(object(created.data.space).id);
        const content = "The spare key hangs behind the blue door.";
        await assistant.call("upload_document", { spaceId, filename: "keys.md", content });
        const found = await assistant.call("query_spaces", {
          query: "Where is the spare key?",
          spaceIds: [spaceId],
        });
        expect(found.text).toContain("behind the blue door");
      }, 120_000);

      test("refreshes an invalid access token without the person", async () => {
        const tokens = await oauth.tokens();
        expect(tokens?.refresh_token).toBeString();
        await oauth.saveTokens({ ...tokens, access_token: "qat_gone", token_type: "Bearer" });
        const { client, connecting } = await connect(oauth);
        await connecting;
        expect((await assistantOf(client).call("list_spaces")).text).toContain("Handbook");
        expect((await oauth.tokens())?.access_token).not.toBe("qat_gone");
      }, 120_000);

      test("is rejected after its token is revoked", async () => {
        const { client, connecting } = await connect(oauth);
        await connecting;
        const { access_token, refresh_token } = (await oauth.tokens()) ?? {};
        for (const token of [refresh_token, access_token])
          await fetch(`${server.baseUrl}/api/auth/oauth2/revoke`, {
            method: "POST",
            headers: { "Content-Type": "application/x-www-form-urlencoded" },
            body: new URLSearchParams({
              token: token ?? "",
              client_id: string(object(oauth.registration).client_id),
            }),
          });
        const refused = await until("the rejection of the token", () =>
          client.listTools().then(
            () => undefined,
            (error: unknown) => error,
          ),
        );
        expect(refused).toBeInstanceOf(UnauthorizedError);
      }, 120_000);

      test("can also connect with an API key", async () => {
        const client = new Client({ name: "test", version: "1.0.0" });
        const requestInit = { headers: { Authorization: `Bearer ${server.rootKey}` } };
        const url = new URL(`${server.baseUrl}/mcp`);
        await client.connect(
          new StreamableHTTPClientTransport(url, { requestInit }) as Parameters<Client["connect"]>[0],
        );
        opened.push(client);
        expect((await assistantOf(client).call("list_spaces")).text).toContain("Handbook");
      });
    },
  );
