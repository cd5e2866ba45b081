/** A client registration (RFC 7591) in the form that better-auth accepts. */
export interface Registration {
  readonly request: Request;
  /** The client's real redirect URIs, when the request contains placeholders for them. */
  readonly redirectUris: readonly string[] | undefined;
}

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];
/** Schemes that browsers or operating systems handle themselves. */
const RESERVED_SCHEMES =
  /^(?:https?|javascript|data|vbscript|file|filesystem|blob|about|ftp|wss?|view-source|chrome|resource|jar|intent|android-app|ms-.*|mailto|tel|sms):$/;

/**
 * Adapts the registration of native programs to better-auth. They use a loopback address or their own scheme as redirect
 * URI but often omit `application_type: native`, without which better-auth rejects these URIs: this adds it. better-auth
 * also rejects schemes that are not reversed domain names, which editors use (`cursor://…`): this replaces each by a
 * loopback address.
 */
export async function nativeRegistration(request: Request): Promise<Registration> {
  const text = await request.text();
  const headers = new Headers(request.headers);
  headers.delete("content-length");
  const sending = (body: string) => new Request(request.url, { method: "POST", headers, body });
  const { metadata, redirectUris } = nativeMetadata(parse(text));
  return { request: sending(metadata ? JSON.stringify(metadata) : text), redirectUris };
}

/** Metadata of a client, with its real redirect URIs when the metadata has placeholders for them. */
export interface NativeMetadata {
  /** Undefined for metadata without valid redirect URIs, which better-auth refuses. */
  readonly metadata: Metadata | undefined;
  readonly redirectUris: readonly string[] | undefined;
}

type Metadata = Readonly<Record<string, unknown>>;

/** Adapts the metadata of a native program; see {@link nativeRegistration}. */
export function nativeMetadata(metadata: Metadata): NativeMetadata {
  const uris: unknown = metadata.redirect_uris;
  if (!Array.isArray(uris) || !uris.every((uri) => typeof uri === "string"))
    return { metadata: undefined, redirectUris: undefined };
  const hasNativeUri = metadata.application_type === undefined && uris.some(isNative);
  const native = hasNativeUri ? { ...metadata, application_type: "native" } : metadata;
  if (!uris.some(hasOwnScheme)) return { metadata: native, redirectUris: undefined };
  const placeholders = uris.map((uri, index) => (hasOwnScheme(uri) ? `http://127.0.0.1/${index}` : uri));
  return { metadata: { ...native, redirect_uris: placeholders }, redirectUris: uris };
}

/** True for a loopback address, and for a program's own scheme. */
function isNative(uri: string): boolean {
  const url = URL.parse(uri);
  if (!url) return false;
  return url.protocol === "http:" ? LOOPBACK.includes(url.hostname) : url.protocol !== "https:";
}

function hasOwnScheme(uri: string): boolean {
  const url = URL.parse(uri);
  if (!url || RESERVED_SCHEMES.test(url.protocol)) return false;
  return /^[a-z][a-z0-9+.-]*:\/\/[\x21\x22\x24-\x3f\x41-\x7e]+$/i.test(uri);
}

function parse(text: string): Metadata {
  try {
    const metadata: unknown = JSON.parse(text);
    return typeof metadata === "object" && metadata !== null ? { ...metadata } : {};
  } catch {
    return {};
  }
}
