import { QuarryError } from "@quarry/core";
import { Elysia } from "elysia";
import type { Authorization } from "../../platform/http/authorization.ts";
import type { Identify } from "../../platform/http/identify.ts";
import type { Mcp } from "./mcp.ts";

/**
 * The route for assistants. Clients send credentials explicitly with every message, and a browser never adds them by
 * itself, so a foreign page cannot act as a user here.
 */
export function mcpRoutes(
  auth: Authorization,
  deps: {
    /** Identifies the caller and counts the call; throws `unauthorized`. */
    readonly identify: Identify;
    /** The `WWW-Authenticate` header for an unauthorized client. */
    challenge(request: Request): string;
    /** Loads the MCP server; called with each message, so it must cache. */
    readonly mcp: () => Promise<Mcp>;
  },
) {
  const { identify, challenge, mcp } = deps;
  return new Elysia({ name: "mcp" }).use(auth).all(
    "/mcp",
    async (context) => {
      const caller = await identify(context).catch((error: unknown) => {
        if (QuarryError.isInstance(error) && error.code === "unauthorized")
          context.set.headers["www-authenticate"] = challenge(context.request);
        throw error;
      });
      return (await mcp()).handle(context.request, caller);
    },
    { publicDoor: { body: "upload", cost: "work" }, detail: { hide: true } },
  );
}
