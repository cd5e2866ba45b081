import { QuarryError } from "@quarry/core";
import { Elysia } from "elysia";
import type { Authorization } from "../../platform/http/authorization.ts";
import { heldBytes } from "../../platform/http/door.ts";
import type { Identify } from "../../platform/http/identify.ts";
import type { UploadAdmission } from "../../platform/limits/upload-admission.ts";
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
    readonly uploads: Pick<UploadAdmission, "hold">;
  },
) {
  const { identify, challenge, mcp, uploads } = deps;
  return new Elysia({ name: "mcp" }).use(auth).all(
    "/mcp",
    async (context) => {
      const caller = await identify(context).catch((error: unknown) => {
        if (QuarryError.isInstance(error) && error.code === "unauthorized")
          context.set.headers["www-authenticate"] = challenge(context.request);
        throw error;
      });
      const { request, maxBytes } = context;
      const leave = uploads.hold(caller.orgId, heldBytes(request, maxBytes));
      try {
        return await (await mcp()).handle(request, caller);
      } finally {
        leave();
      }
    },
    { publicDoor: { body: "upload", cost: "work" }, detail: { hide: true } },
  );
}
