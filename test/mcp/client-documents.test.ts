import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { string } from "../contract/reading.ts";
import { rejection } from "../support/failure.ts";
import { startApp } from "../support/in-process-app.ts";
import { type RunningServer, startServer } from "../support/running-server.ts";
import { createOAuthClient, type OAuthClient } from "./oauth-client.ts";

const OWNER = { email: "owner@example.com", password: "a long enough password" };

/** An https server on this machine, with a certificate of its own. */
async function startHost(folder: string, documentOf: (url: URL) => Response) {
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const request = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const made = Bun.spawnSync([
    ...["openssl", ...request, "-keyout", key, "-out", cert, "-days", "2", "-subj", "/CN=localhost"],
    ...["-addext", "subjectAltName=DNS:localhost"],
  ]);
  if (!made.success) throw new Error(`openssl: ${made.stderr}`);
  const asked: string[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    tls: { key: Bun.file(key), cert: Bun.file(cert) },
    fetch(request) {
      asked.push(new URL(request.url).pathname);
      return documentOf(new URL(request.url));
    },
  });
  return { origin: `https://localhost:${server.port}`, cert, asked, stop: () => server.stop(true) };
}

describe.skipIf(Bun.which("openssl") === null)("a client that is described by the document at its id", () => {
  let folder: string;
  let host: Awaited<ReturnType<typeof startHost>>;
  let oauth: OAuthClient;
  let server: RunningServer;
  let cookie: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "quarry-client-"));
    oauth = createOAuthClient("unused");
    host = await startHost(folder, documentOf);
    server = await startServer({
      env: {
        ...{ QUARRY_OWNER_EMAIL: OWNER.email, QUARRY_OWNER_PASSWORD: OWNER.password },
        ...{ QUARRY_CLIENT_METADATA: "private", NODE_EXTRA_CA_CERTS: host.cert },
      },
    });
    const entered = await fetch(`${server.baseUrl}/api/auth/sign-in/email`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: server.baseUrl },
      body: JSON.stringify(OWNER),
    });
    cookie = entered.headers
      .getSetCookie()
      .map((one) => one.split(";")[0])
      .join("; ");
  }, 120_000);
  afterAll(async () => {
    await oauth?.stop();
    await server?.stop();
    await host?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  function documentOf({ pathname, href }: URL): Response {
    const document = {
      ...{ client_id: href, client_name: "Desk assistant" },
      redirect_uris: [String(oauth.redirectUrl)],
      grant_types: ["authorization_code", "refresh_token"],
    };
    switch (pathname) {
      case "/client.json":
        return Response.json(document);
      case "/other-id.json":
        return Response.json({ ...document, client_id: `${href}x` });
      case "/secret.json":
        return Response.json({ ...document, token_endpoint_auth_method: "client_secret_basic" });
      case "/name.json":
        return Response.json({ ...document, client_name: "Two\nlines" });
      case "/large.json":
        return Response.json({ ...document, padding: "x".repeat(70_000) });
      case "/moved.json":
        return Response.redirect("/client.json", 302);
      case "/page.json":
        return new Response("<p>{}</p>", { headers: { "content-type": "text/html" } });
      default:
        return new Response("no", { status: 404 });
    }
  }

  const visit = (url: string | URL, init: RequestInit = {}) =>
    fetch(new URL(url, server.baseUrl), {
      redirect: "manual",
      ...init,
      headers: { cookie, origin: server.baseUrl, ...init.headers },
    });

  test("connects the MCP SDK's client without a registration", async () => {
    const clientMetadataUrl = `${host.origin}/client.json`;
    const provider = new Proxy(oauth, {
      get: (target, name) => (name === "clientMetadataUrl" ? clientMetadataUrl : Reflect.get(target, name)),
    });
    const connect = async () => {
      const client = new Client({ name: "test", version: "1.0.0" });
      const transport = new StreamableHTTPClientTransport(new URL(`${server.baseUrl}/mcp`), {
        authProvider: provider,
      });
      const connecting = client.connect(transport as Parameters<Client["connect"]>[0]);
      return { client, transport, connecting };
    };
    const first = await connect();
    await rejection(first.connecting);
    const { searchParams, href } = await oauth.destination;
    expect(searchParams.get("client_id")).toBe(clientMetadataUrl);

    const asked = await visit(href);
    const consent = await (await visit(string(asked.headers.get("location")))).text();
    expect(consent).toContain("Desk assistant requests access");
    expect(consent).toContain(new URL(host.origin).host);
    const field = (name: string) =>
      (new RegExp(`name="${name}" value="([^"]*)"`).exec(consent)?.[1] ?? "").replaceAll("&#38;", "&");
    const answer = await visit("/app/consent", {
      method: "POST",
      body: new URLSearchParams({
        ...{ accept: "true", "scope spaces:read": "on", "scope offline_access": "on" },
        ...{ oauth_query: field("oauth_query"), organizationId: field("organizationId") },
      }),
    });
    const to = new URL(string(answer.headers.get("location")));
    expect(to.origin + to.pathname).toBe(String(oauth.redirectUrl));
    await first.transport.finishAuth(string(to.searchParams.get("code")));
    const { client, connecting } = await connect();
    await connecting;
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["list_spaces", "get_space"]);
    expect(await oauth.tokens()).toMatchObject({ refresh_token: expect.any(String) });
    // The document is fetched once for all of this.
    expect(host.asked.filter((path) => path === "/client.json").length).toBe(1);
    await client.close();
  }, 60_000);

  const queryOf = (clientId: string, redirectUri = String(oauth.redirectUrl)) =>
    new URLSearchParams({
      ...{ response_type: "code", client_id: clientId, redirect_uri: redirectUri, state: "a" },
      ...{ code_challenge: "a".repeat(43), code_challenge_method: "S256", scope: "spaces:read" },
    });
  const authorize = (...asked: Parameters<typeof queryOf>) =>
    visit(`/api/auth/oauth2/authorize?${queryOf(...asked)}`);

  test.each(["other-id", "secret", "name", "large", "moved", "page", "missing"])(
    "is refused when the document cannot be used: %s",
    async (name) => {
      for (const _twice of [1, 2]) {
        const reply = await authorize(`${host.origin}/${name}.json`);
        const to = new URL(string(reply.headers.get("location")), server.baseUrl);
        expect(to.pathname).toBe("/app/problem");
      }
      expect(host.asked.filter((path) => path === `/${name}.json`).length).toBe(1);
    },
  );

  test("is refused when its redirect address is not in the document", async () => {
    const reply = await authorize(`${host.origin}/client.json`, "https://evil.example/callback");
    expect(string(reply.headers.get("location"))).not.toContain("evil.example/callback?code");
    expect(new URL(string(reply.headers.get("location")), server.baseUrl).pathname).toBe("/app/problem");
  });

  test("is not fetched from the service's own network by default", async () => {
    const careful = await startApp();
    const before = host.asked.length;
    const path = `/api/auth/oauth2/authorize?${queryOf(`${host.origin}/client.json`)}`;
    const reply = await careful.app.handle(new Request(`http://localhost${path}`));
    const to = new URL(string(reply.headers.get("location")), "http://localhost");
    expect([to.pathname, host.asked.length]).toEqual(["/app/problem", before]);
    await careful.stop();
  }, 60_000);
});
