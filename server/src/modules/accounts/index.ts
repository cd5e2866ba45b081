import { QuarryError } from "@quarry/core";
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { collectBytes } from "../../platform/bytes.ts";
import type { Authorization } from "../../platform/http/authorization.ts";
import { mediaType, requireShallow } from "../../platform/http/request-body.ts";
import { completeAuthorization } from "./assistants/complete-authorization.ts";
import { nativeRegistration } from "./assistants/native-registration.ts";
import type { AddressOf } from "./auth/client-address.ts";
import { stopPage } from "./pages/entry-pages.ts";
import { refusalWords } from "./pages/refusal-words.ts";
import type { AccountService } from "./service.ts";

const FORM = "application/x-www-form-urlencoded";
const UNREAD = { parse: "none", detail: { hide: true } } as const;
const MAX_BODY_BYTES = 200_000;
/** Anybody may register a program, and what they say of it is kept. */
const MAX_REGISTRATION_BYTES = 20_000;

/** Routes of people and of the assistants they let in: better-auth's own, and what it leaves to its host. */
export function accountRoutes(auth: Authorization, accounts: AccountService) {
  /** The request with a bounded body, and with who sent it. */
  async function received(
    request: Request,
    server: AddressOf | null,
    maxBytes = MAX_BODY_BYTES,
  ): Promise<Request> {
    const { method, url, body } = request;
    const headers = accounts.withClientAddress(request.headers, request, server);
    const tooLarge = () =>
      new QuarryError(
        "payload_too_large",
        `The body is larger than the ${maxBytes} bytes that are allowed here.`,
      );
    const bytes = body ? await collectBytes(body, maxBytes, tooLarge) : undefined;
    if (mediaType(request) !== FORM) requireShallow(new TextDecoder().decode(bytes));
    // Links and redirects are made of the public address, whatever host a request names.
    const { pathname, search } = new URL(url);
    const init: RequestInit = { method, headers, ...(bytes && bytes.byteLength > 0 ? { body: bytes } : {}) };
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
        anyPermission: ["spaces:read"],
        body: Type.Object(
          { to: Type.String({ minLength: 1, maxLength: 320 }) },
          { additionalProperties: false },
        ),
        detail: { hide: true },
      },
    )
    .post(
      "/api/auth/oauth2/delete-consent",
      async ({ request, body }) => {
        const person = await accounts.signedIn(request);
        if (!person) throw new QuarryError("unauthorized", "Sign in to take a consent back.");
        await accounts.letOut(person, body.id);
        return { deleted: true as const, id: body.id };
      },
      { body: Type.Object({ id: Type.String({ maxLength: 200 }) }), detail: { hide: true } },
    )
    .post(
      "/api/auth/oauth2/register",
      async ({ request, server }) =>
        accounts.register(await nativeRegistration(await received(request, server, MAX_REGISTRATION_BYTES))),
      UNREAD,
    )
    .get(
      "/api/auth/oauth2/authorize",
      async ({ request, server }) =>
        asPage(await accounts.handle(await received(await completeAuthorization(accounts, request), server))),
      UNREAD,
    )
    .all(
      "/api/auth/*",
      async ({ request, server }) => accounts.handle(await received(request, server)),
      UNREAD,
    );
}

/** A program sends its person here, who is to read why it does not go on. */
async function asPage(response: Response): Promise<Response> {
  if (response.status < 400) return response;
  const said: unknown = await response.json().catch(() => undefined);
  const { code, message } = { ...(typeof said === "object" ? said : {}) } as Record<string, unknown>;
  const words = refusalWords(
    response.status,
    typeof code === "string" ? code : undefined,
    typeof message === "string" ? message : "The program's request is wrong. Start again from it.",
  );
  const page = stopPage("This cannot go on", words, response.status);
  const retryAfter = response.headers.get("retry-after");
  if (retryAfter !== null) page.headers.set("retry-after", retryAfter);
  return page;
}
