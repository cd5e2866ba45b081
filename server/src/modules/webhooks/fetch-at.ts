import { isIP } from "node:net";

/** A request to one of a host's addresses. */
export interface PinnedRequest {
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

/**
 * Sends a request to the addresses of a URL's host in order until one accepts the connection, without resolving the host
 * again. Follows no redirect.
 * @param addresses As `resolveAddresses` returns them.
 */
export async function fetchAt(
  url: string,
  addresses: readonly string[],
  request: PinnedRequest,
): Promise<Response> {
  let problem: unknown = new Error("The host has no address.");
  for (const address of addresses) {
    try {
      return await fetchOne(url, address, request);
    } catch (error) {
      request.signal.throwIfAborted();
      problem = error;
    }
  }
  throw problem;
}

function fetchOne(url: string, address: string, request: PinnedRequest): Promise<Response> {
  const target = new URL(url);
  const { host, hostname } = target;
  target.hostname = isIP(address) === 6 ? `[${address}]` : address;
  const isNamed = isIP(hostname.replace(/^\[|\]$/g, "")) === 0;
  return fetch(target, {
    ...request,
    headers: { ...request.headers, host },
    redirect: "manual",
    // Connections are not reused: another host on the same address must present its own certificate.
    keepalive: false,
    ...(isNamed ? { tls: { serverName: hostname } } : {}),
  });
}
