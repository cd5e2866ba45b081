import { QuarryError } from "@quarry/core";
import { Elysia } from "elysia";
import type { Identify } from "../../platform/http/identify.ts";
import type { Mcp } from "./mcp.ts";

/**
 * The route of assistants. Credentials are sent with every message and never by a browser on its own, so a page of
 * somebody else can do nothing here in a user's name.
 */
export function mcpRoutes(deps: {
  /** Tells who calls and counts the call; throws `unauthorized`. */
  readonly identify: Identify;
  /** What a client that was refused is told of how to be let in, as the header `WWW-Authenticate`. */
  challenge(request: Request): string;
  readonly mcp: Mcp;
}) {
  const { identify, challenge, mcp } = deps;
  return new Elysia({ name: "mcp" }).all(
    "/mcp",
    async (context) => {
      const caller = await identify(context).catch((error: unknown) => {
        if (QuarryError.isInstance(error) && error.code === "unauthorized")
          context.set.headers["www-authenticate"] = challenge(context.request);
        throw error;
      });
      return mcp.handle(context.request, caller);
    },
    { parse: "none", detail: { hide: true } },
  );
}
