import type { Reply } from "../contract/caller.ts";
import { object, string } from "../contract/reading.ts";
import { type AppOverrides, type InProcessApp, startApp } from "../support/in-process-app.ts";

export const ORIGIN = "http://localhost";
export const PASSWORD = "correct horse battery";
const ADDRESS_HEADER = "x-client-address";

/** How a request differs from one that a page of the service sends. */
export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Null for a browser that sends no Origin header. */
  readonly origin?: string | null;
}

export interface Answer extends Reply {
  /** The redirect target; null without a redirect. */
  readonly location: string | null;
}

/** A browser that stores cookies and sends the Origin header. */
export interface Browser {
  readonly cookies: ReadonlyMap<string, string>;
  readonly setCookies: readonly string[];
  get(path: string, sending?: RequestOptions): Promise<Answer>;
  /** Sends JSON, like a page's script. */
  call(method: string, path: string, body?: unknown, sending?: RequestOptions): Promise<Answer>;
  post(path: string, body?: unknown, sending?: RequestOptions): Promise<Answer>;
  /** Sends a form, like a page without scripts. */
  submit(path: string, fields: Readonly<Record<string, string>>, sending?: RequestOptions): Promise<Answer>;
  /** Opens another browser with a copy of the cookies. */
  copy(): Browser;
}

/** Starts an application whose browsers have separate client addresses, so that they do not share the limit on attempts. */
export function startPeopleApp(overrides: AppOverrides = {}): Promise<InProcessApp> {
  const env = {
    QUARRY_CLIENT_ADDRESS_HEADER: ADDRESS_HEADER,
    QUARRY_DEFAULT_TIER: "enterprise",
    ...overrides.env,
  };
  return startApp({ ...overrides, env });
}

let browsers = 0;

/** Opens a browser. */
export function openBrowser(
  app: Pick<InProcessApp, "app">,
  options: { origin?: string; address?: string; cookies?: ReadonlyMap<string, string> } = {},
): Browser {
  const { origin: home = ORIGIN, address = `10.0.${(browsers >> 8) & 255}.${browsers++ & 255}` } = options;
  const cookies = new Map(options.cookies);
  const setCookies: string[] = [];

  async function send(
    method: string,
    path: string,
    init: RequestInit,
    sending: RequestOptions,
  ): Promise<Answer> {
    const headers = new Headers({ [ADDRESS_HEADER]: address, ...sending.headers });
    const type = new Headers(init.headers).get("content-type");
    if (type) headers.set("content-type", type);
    const origin = sending.origin === undefined ? home : sending.origin;
    if (method !== "GET" && origin !== null) headers.set("origin", origin);
    if (cookies.size > 0) headers.set("cookie", [...cookies].map((pair) => pair.join("=")).join("; "));
    const request = new Request(new URL(path, ORIGIN).href, { ...init, method, headers });
    const response = await app.app.handle(request);
    for (const cookie of response.headers.getSetCookie()) {
      setCookies.push(cookie);
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === "" || /max-age=0/i.test(cookie)) cookies.delete(name);
      else cookies.set(name, value);
    }
    const text = await response.text();
    const { status, headers: received } = response;
    return { status, headers: received, text, json: parseJson(text), location: received.get("location") };
  }

  const browser: Browser = {
    cookies,
    setCookies,
    get: (path, sending = {}) => send("GET", path, {}, sending),
    call(method, path, body, sending = {}) {
      const init =
        body === undefined
          ? {}
          : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
      return send(method, path, init, sending);
    },
    post: (path, body = {}, sending = {}) => browser.call("POST", path, body, sending),
    submit: (path, fields, sending = {}) =>
      send("POST", path, { body: new URLSearchParams(fields) }, sending),
    copy: () => openBrowser(app, { ...options, address, cookies }),
  };
  return browser;
}

/** Signs up a new person. */
export async function signUp(app: Pick<InProcessApp, "app">, email: string, name = "Ann"): Promise<Browser> {
  const browser = openBrowser(app);
  const reply = await browser.post("/api/auth/sign-up/email", { email, name, password: PASSWORD });
  if (reply.status !== 200) throw new Error(`sign-up of ${email}: ${reply.status} ${reply.text}`);
  return browser;
}

/** Invites a person to the active organization of a browser and accepts. Returns the new member. */
export async function invite(
  app: Pick<InProcessApp, "app">,
  owner: Browser,
  email: string,
  role: "member" | "admin",
): Promise<{ browser: Browser; userId: string; memberId: string }> {
  const invitation = await owner.post("/api/auth/organization/invite-member", { email, role });
  const browser = await signUp(app, email);
  const accepted = await browser.post("/api/auth/organization/accept-invitation", {
    invitationId: string(invitation.json.id),
  });
  if (accepted.status !== 200) throw new Error(`${email} could not join: ${accepted.text}`);
  const member = object(accepted.json.member);
  return { browser, userId: string(member.userId), memberId: string(member.id) };
}

/** Returns the id of the session's active organization. */
export async function activeOrganization(browser: Browser): Promise<string> {
  const { json } = await browser.get("/api/auth/get-session");
  return string(object(json.session).activeOrganizationId);
}

/** Returns the value of a hidden form field on a page. */
export function fieldOf(page: Reply, name: string): string {
  const value = new RegExp(`name="${name}" value="([^"]*)"`).exec(page.text)?.[1];
  if (value === undefined) throw new Error(`no field ${name} in ${page.text.slice(0, 2000)}`);
  return value.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}

function parseJson(text: string): Record<string, unknown> {
  try {
    return object(JSON.parse(text));
  } catch {
    return {};
  }
}
