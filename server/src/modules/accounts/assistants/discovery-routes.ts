import { Elysia } from "elysia";
import type { Authorization } from "../../../platform/http/authorization.ts";
import { credentialOf } from "../../../platform/http/credential.ts";
import { MCP_PATH } from "../page-paths.ts";
import type { AccountService } from "../service.ts";
import { ASSISTANT_SCOPE_NAMES } from "./scopes.ts";

const discovery = () => ({ publicDoor: { body: "none", cost: "light" }, detail: { hide: true } }) as const;
const HEADERS = { "cache-control": "public, max-age=60" };

const SERVER_METADATA = "/.well-known/oauth-authorization-server";
const RESOURCE_METADATA = "/.well-known/oauth-protected-resource";

/** Discovery metadata for OAuth clients (RFC 9728 and RFC 8414), with and without the path of the resource. */
export function discoveryRoutes(auth: Authorization, accounts: AccountService) {
  const server = async () => Response.json(await accounts.serverMetadata(), { headers: HEADERS });
  const resource = ({ request }: { request: Request }) =>
    Response.json(
      {
        resource: originOf(accounts, request) + MCP_PATH,
        authorization_servers: [`${accounts.addresses().publicUrl}/api/auth`],
        scopes_supported: ASSISTANT_SCOPE_NAMES,
        bearer_methods_supported: ["header"],
        resource_name: "Quarry",
      },
      { headers: HEADERS },
    );
  return new Elysia()
    .use(auth)
    .get(RESOURCE_METADATA, resource, discovery())
    .get(RESOURCE_METADATA + MCP_PATH, resource, discovery())
    .get(SERVER_METADATA, server, discovery())
    .get(`${SERVER_METADATA}/api/auth`, server, discovery())
    .get(`/api/auth${SERVER_METADATA}`, server, discovery());
}

/** The `WWW-Authenticate` header of a 401 (RFC 9728 §5.1): the metadata URL and the scopes to request. */
export function challenge(accounts: AccountService, request: Request): string {
  const metadata = `${originOf(accounts, request)}${RESOURCE_METADATA}${MCP_PATH}`;
  const error = credentialOf(request) === undefined ? "" : `error="invalid_token", `;
  return `Bearer ${error}resource_metadata="${metadata}", scope="${ASSISTANT_SCOPE_NAMES.join(" ")}"`;
}

/** The service's origin that the client used. Clients compare it with the one they requested. */
function originOf(accounts: AccountService, request: Request): string {
  const { publicUrl, origins } = accounts.addresses();
  const { origin } = new URL(request.url);
  return origins.includes(origin) ? origin : publicUrl;
}
