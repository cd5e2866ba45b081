import { MCP_PATH } from "../page-paths.ts";
import type { AccountService } from "../service.ts";
import { OFFLINE_SCOPE } from "./scopes.ts";

/**
 * The request of an assistant to be let in, with what it meant and did not say. A token is good for one thing only
 * (RFC 8707), and here there is but one. A client that registered for refresh tokens wants them, though it asks for the
 * scopes that the resource names, and that of staying connected is the authorization server's own.
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
