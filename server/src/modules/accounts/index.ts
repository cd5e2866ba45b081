import { QuarryError } from "@quarry/core";
import { Text } from "@quarry/schema";
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Authorization } from "../../platform/http/authorization.ts";
import { mediaType, readBytes, readJsonBody, requireShallow } from "../../platform/http/request-body.ts";
import { bodyCheck } from "../../platform/http/validation-details.ts";
import { completeAuthorization } from "./assistants/complete-authorization.ts";
import { nativeRegistration } from "./assistants/native-registration.ts";
import type { AddressOf } from "./auth/client-address.ts";
import { messagePage } from "./pages/entry-pages.ts";
import { errorMessage } from "./pages/error-messages.ts";
import { pageText } from "./pages/page-text.ts";
import type { AccountService } from "./service.ts";

const FORM = "application/x-www-form-urlencoded";
const taking = (body: "none" | "account" | "form") =>
  ({ publicDoor: { body, cost: "light" }, detail: { hide: true } }) as const;

const checkConsent = bodyCheck(Type.Object({ id: Type.String({ maxLength: 200 }) }));

/** The API routes of accounts and OAuth: better-auth's routes, and the routes that this service adds or replaces. */
export function accountRoutes(auth: Authorization, accounts: AccountService) {
  /** Copies a request for better-auth, with a bounded body, the client's address and the public URL. */
  async function prepare(request: Request, server: AddressOf | null, maxBytes: number): Promise<Request> {
    const { method, url } = request;
    const headers = accounts.withClientAddress(request.headers, request, server);
    const bytes = await readBytes(request, maxBytes);
    if (mediaType(request) !== FORM) requireShallow(new TextDecoder().decode(bytes));
    // better-auth creates links and redirects from this URL, so it must not contain the Host header of the request.
    const { pathname, search } = new URL(url);
    const init: RequestInit = { method, headers, ...(bytes.byteLength > 0 ? { body: bytes } : {}) };
    return new Request(accounts.addresses().publicUrl + pathname + search, init);
  }

  return new Elysia()
    .use(auth)
    .post(
      "/api/auth/organization/transfer-ownership",
      async ({ caller, body }) => {
        await accounts.transferOwnership(caller, body.to);
        return { transferred: true as const };
      },
      {
        door: { permission: "spaces:read", body: "json", cost: "light" },
        body: Type.Object({ to: Text({ minLength: 1, maxLength: 320 }) }, { additionalProperties: false }),
        detail: { hide: true },
      },
    )
    .get(
      "/api/auth/oauth2/get-consents",
      async ({ request }) => {
        const person = await accounts.signedIn(request);
        if (!person) throw new QuarryError("unauthorized", "Sign in to list the consents.");
        return accounts.listConsents(person);
      },
      taking("none"),
    )
    .post(
      "/api/auth/oauth2/delete-consent",
      async ({ maxBytes, request }) => {
        const person = await accounts.signedIn(request);
        if (!person) throw new QuarryError("unauthorized", "Sign in to revoke a consent.");
        const { id } = checkConsent(await readJsonBody(request, maxBytes));
        await accounts.revokeConsent(person, id);
        return { deleted: true as const, id };
      },
      taking("account"),
    )
    .post(
      "/api/auth/oauth2/register",
      async ({ maxBytes, request, server }) =>
        accounts.register(await nativeRegistration(await prepare(request, server, maxBytes))),
      // Registration requires no authentication, and its body is stored.
      taking("form"),
    )
    .get(
      "/api/auth/oauth2/authorize",
      async ({ maxBytes, request, server }) => {
        const completed = await completeAuthorization(accounts, request);
        return asPage(request, await accounts.handle(await prepare(completed, server, maxBytes)));
      },
      taking("none"),
    )
    .all(
      "/api/auth/*",
      async ({ maxBytes, request, server }) => accounts.handle(await prepare(request, server, maxBytes)),
      taking("account"),
    );
}

/** Shows an error as a page, because a program sends people to this route with their browser. */
async function asPage(request: Request, response: Response): Promise<Response> {
  if (response.status < 400) return response;
  const body: unknown = await response.json().catch(() => undefined);
  const { code, message } = { ...(typeof body === "object" ? body : {}) } as Record<string, unknown>;
  const text = pageText(request);
  const reason = errorMessage(
    text,
    response.status,
    typeof code === "string" ? code : undefined,
    typeof message === "string" ? message : text.problem.brokenRequest,
  );
  const page = messagePage(text, { title: text.problem.title, message: reason }, response.status);
  const retryAfter = response.headers.get("retry-after");
  if (retryAfter !== null) page.headers.set("retry-after", retryAfter);
  return page;
}
