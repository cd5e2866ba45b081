import type { AccountService } from "../modules/accounts/service.ts";
import type { Authenticator } from "../modules/keys/authenticator.ts";
import type { Caller } from "../platform/access/caller.ts";
import { credentialOf } from "../platform/http/credential.ts";

/** Authenticates a request by its API key, or by the browser's session when there is no key. */
export function createRequestAuthentication(deps: {
  readonly authenticator: Authenticator;
  readonly accounts: Pick<AccountService, "sessionCaller">;
}) {
  const { authenticator, accounts } = deps;
  return async (request: Request): Promise<Caller> => {
    const key = credentialOf(request);
    const person = key === undefined ? await accounts.sessionCaller(request) : undefined;
    return person ?? authenticator.authenticate(key);
  };
}

/** Authenticates a message to the MCP server by an API key, or by an OAuth token that a user granted to an assistant. */
export function createAssistantAuthentication(deps: {
  readonly authenticator: Authenticator;
  readonly accounts: Pick<AccountService, "tokenCaller">;
}) {
  const { authenticator, accounts } = deps;
  return async (request: Request): Promise<Caller> => {
    const credential = credentialOf(request);
    const person = credential === undefined ? undefined : await accounts.tokenCaller(credential);
    return person ?? authenticator.authenticate(credential);
  };
}
