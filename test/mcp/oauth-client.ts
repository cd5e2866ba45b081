import type { OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import type { OAuthClientInformationMixed, OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";

/** The OAuth client of an assistant, as a program on a person's machine implements it. */
export interface OAuthClient extends OAuthClientProvider {
  /** The authorization URL for the browser, once the MCP SDK requests it. */
  readonly destination: Promise<URL>;
  /** The query of the browser's redirect. */
  readonly answer: Promise<URLSearchParams>;
  readonly registration: OAuthClientInformationMixed | undefined;
  stop(): Promise<void>;
}

/** Creates an OAuth client that receives the redirect at a loopback address and stores tokens in memory. */
export function createOAuthClient(clientName: string): OAuthClient {
  const { promise: destination, resolve: redirect } = Promise.withResolvers<URL>();
  const { promise: answer, resolve: receive } = Promise.withResolvers<URLSearchParams>();
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch(request) {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname !== "/callback") return new Response(null, { status: 404 });
      receive(searchParams);
      return new Response("<h1>You may close this window</h1>", { headers: { "content-type": "text/html" } });
    },
  });
  const redirectUrl = `http://127.0.0.1:${server.port}/callback`;
  let registration: OAuthClientInformationMixed | undefined;
  let tokens: OAuthTokens | undefined;
  let verifier = "";
  return {
    destination,
    answer,
    redirectUrl,
    get registration() {
      return registration;
    },
    clientMetadata: {
      client_name: clientName,
      redirect_uris: [redirectUrl],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    },
    clientInformation: () => registration,
    saveClientInformation(information) {
      registration = information;
    },
    tokens: () => tokens,
    saveTokens(saved) {
      tokens = saved;
    },
    invalidateCredentials(what) {
      if (what === "all" || what === "tokens") tokens = undefined;
      if (what === "all" || what === "client") registration = undefined;
    },
    redirectToAuthorization: (url) => redirect(url),
    saveCodeVerifier(saved) {
      verifier = saved;
    },
    codeVerifier: () => verifier,
    stop: () => server.stop(true),
  };
}
