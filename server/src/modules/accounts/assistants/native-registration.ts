/** A registration (RFC 7591) in the form in which better-auth takes it. */
export interface Registration {
  readonly request: Request;
  /** What the client's redirect addresses really are, where others stand for them in the request. */
  readonly redirectUris: readonly string[] | undefined;
}

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];
/** Schemes that a browser or a machine acts on by itself. */
const NO_PROGRAMS_OWN =
  /^(?:https?|javascript|data|vbscript|file|filesystem|blob|about|ftp|wss?|view-source|chrome|resource|jar|intent|android-app|ms-.*|mailto|tel|sms):$/;

/**
 * Programs on the person's own machine get their answer at a loopback address or by a scheme of their own, and do not
 * say that they are native, without which better-auth takes them for sites and refuses the address. It also refuses
 * schemes that are no reversed domain, and editors have such (`cursor://…`): a loopback address stands for each.
 */
export async function nativeRegistration(request: Request): Promise<Registration> {
  const text = await request.text();
  const headers = new Headers(request.headers);
  headers.delete("content-length");
  const sending = (body: string) => new Request(request.url, { method: "POST", headers, body });
  const metadata = parse(text);
  const uris: unknown = metadata.redirect_uris;
  if (!Array.isArray(uris) || !uris.every((uri) => typeof uri === "string"))
    return { request: sending(text), redirectUris: undefined };
  const isForPrograms = metadata.application_type === undefined && uris.some(isNative);
  const native = isForPrograms ? { ...metadata, application_type: "native" } : metadata;
  if (!uris.some(hasOwnScheme)) return { request: sending(JSON.stringify(native)), redirectUris: undefined };
  const standIns = uris.map((uri, index) => (hasOwnScheme(uri) ? `http://127.0.0.1/${index}` : uri));
  return {
    request: sending(JSON.stringify({ ...native, redirect_uris: standIns })),
    redirectUris: uris,
  };
}

/** True for a loopback address, and for a scheme of the program's own. */
function isNative(uri: string): boolean {
  const url = URL.parse(uri);
  if (!url) return false;
  return url.protocol === "http:" ? LOOPBACK.includes(url.hostname) : url.protocol !== "https:";
}

function hasOwnScheme(uri: string): boolean {
  const url = URL.parse(uri);
  if (!url || NO_PROGRAMS_OWN.test(url.protocol)) return false;
  return /^[a-z][a-z0-9+.-]*:\/\/[\x21\x22\x24-\x3f\x41-\x7e]+$/i.test(uri);
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    const metadata: unknown = JSON.parse(text);
    return typeof metadata === "object" && metadata !== null ? { ...metadata } : {};
  } catch {
    return {};
  }
}
