/** The addresses of the service. */
export interface Addresses {
  /** The address for links, without a path. */
  readonly publicUrl: string;
  /** All origins of the service. Requests of pages from other origins are refused. */
  readonly origins: readonly string[];
}

const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"];
const ALL_INTERFACES = ["0.0.0.0", "[::]"];

/** The addresses of a service that listens at `listenUrl`. A `publicUrl` replaces them. */
export function addressesOf(listenUrl: string, publicUrl: string | undefined): Addresses {
  if (publicUrl !== undefined) return { publicUrl, origins: [publicUrl] };
  const url = new URL(listenUrl);
  if (!LOOPBACK.includes(url.hostname) && !ALL_INTERFACES.includes(url.hostname))
    return { publicUrl: url.origin, origins: [url.origin] };
  const origins = LOOPBACK.map((host) => withHost(url, host));
  const own = LOOPBACK.includes(url.hostname) ? url.origin : withHost(url, "localhost");
  return { publicUrl: own, origins };
}

function withHost({ protocol, port }: URL, host: string): string {
  return `${protocol}//${host}${port === "" ? "" : `:${port}`}`;
}
