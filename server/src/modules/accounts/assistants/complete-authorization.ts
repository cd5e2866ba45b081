import { MCP_PATH } from "../page-paths.ts";
import type { AccountService } from "../service.ts";
import { OFFLINE_SCOPE } from "./scopes.ts";

/**
 * Completes an authorization request with parameters that clients omit:
 * - `resource` (RFC 8707): there is only one, the MCP server.
 * - the scope `offline_access`, for a client that registered for refresh tokens. Clients request the scopes that the
 *   resource metadata lists, and this scope belongs to the authorization server instead.
 */
export async function completeAuthorization(
  accounts: Pick<AccountService, "addresses" | "wantsRefreshTokens">,
  request: Request,
): Promise<Request> {
  const url = new URL(request.url);
  const { searchParams } = url;
  if (!searchParams.has("resource")) searchParams.set("resource", accounts.addresses().publicUrl + MCP_PATH);
  const scopes = searchParams.get("scope")?.split(" ") ?? [];
  const mayAdd = scopes.length > 0 && !scopes.includes(OFFLINE_SCOPE);
  if (mayAdd && (await accounts.wantsRefreshTokens(searchParams.get("client_id") ?? "")))
    searchParams.set("scope", [...scopes, OFFLINE_SCOPE].join(" "));
  return new Request(url.href, request);
}
