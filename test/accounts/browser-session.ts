import type { Reply } from "../contract/caller.ts";
import { object, string } from "../contract/reading.ts";
import { type AppOverrides, type InProcessApp, startApp } from "../support/in-process-app.ts";

export const ORIGIN = "http://localhost";
export const PASSWORD = "correct horse battery";
const ADDRESS_HEADER = "x-client-address";

/** What differs from what a page of the service would send. */
export interface Sending {
  readonly headers?: Readonly<Record<string, string>>;
  /** Null: the browser does not say. */
  readonly origin?: string | null;
}

export interface Answer extends Reply {
  /** Where the browser is sent, if it is. */
  readonly location: string | null;
}

/** A browser: it keeps cookies, and says from which origin a call comes. */
export interface Browser {
  readonly cookies: ReadonlyMap<string, string>;
  readonly setCookies: readonly string[];
  get(path: string, sending?: Sending): Promise<Answer>;
  /** Sends JSON, as a script of a page does. */
  call(method: string, path: string, body?: unknown, sending?: Sending): Promise<Answer>;
  post(path: string, body?: unknown, sending?: Sending): Promise<Answer>;
  /** Sends a form, as a page without script does. */
  submit(path: string, fields: Readonly<Record<string, string>>, sending?: Sending): Promise<Answer>;
  /** The same cookies, from now on apart. */
  copy(): Browser;
}

/** An application whose browsers each have an address of their own, so that one does not use up another's attempts. */
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

  async function send(method: string, path: string, init: RequestInit, sending: Sending): Promise<Answer> {
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
    const { status, headers: told } = response;
    return { status, headers: told, text, json: parsed(text), location: told.get("location") };
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

/** The organization in which a browser acts. */
export async function activeOrganization(browser: Browser): Promise<string> {
  const { json } = await browser.get("/api/auth/get-session");
  return string(object(json.session).activeOrganizationId);
}

/** The value of a field that a page would send back. */
export function fieldOf(page: Reply, name: string): string {
  const value = new RegExp(`name="${name}" value="([^"]*)"`).exec(page.text)?.[1];
  if (value === undefined) throw new Error(`no field ${name} in ${page.text.slice(0, 2000)}`);
  return value.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}

function parsed(text: string): Record<string, unknown> {
  try {
    return object(JSON.parse(text));
  } catch {
    return {};
  }
}
