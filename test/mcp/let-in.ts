import type { OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import type { OAuthClientInformationMixed, OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";

/** An assistant's side of being let in, as programs on a person's own machine do it. */
export interface LetIn extends OAuthClientProvider {
  /** Where the browser is to go, as soon as the SDK says so. */
  readonly destination: Promise<URL>;
  /** What the browser brings back: the query of the redirect. */
  readonly answer: Promise<URLSearchParams>;
  readonly registration: OAuthClientInformationMixed | undefined;
  stop(): Promise<void>;
}

/** Waits for the answer at a loopback address. Tokens are kept in memory. */
export function createLetIn(clientName: string): LetIn {
  const { promise: destination, resolve: goTo } = Promise.withResolvers<URL>();
  const { promise: answer, resolve: bring } = Promise.withResolvers<URLSearchParams>();
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch(request) {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname !== "/callback") return new Response(null, { status: 404 });
      bring(searchParams);
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
    redirectToAuthorization: (url) => goTo(url),
    saveCodeVerifier(saved) {
      verifier = saved;
    },
    codeVerifier: () => verifier,
    stop: () => server.stop(true),
  };
}
