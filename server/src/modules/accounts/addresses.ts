/** Where the service is found. */
export interface Addresses {
  /** The one that links are made of, without a path. */
  readonly publicUrl: string;
  /** All of it; browsers of other origins are refused. */
  readonly origins: readonly string[];
}

const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"];
const EVERYWHERE = ["0.0.0.0", "[::]"];

/** The addresses of a service that listens at `listenUrl`, or that is known to the world by `publicUrl`. */
export function addressesOf(listenUrl: string, publicUrl: string | undefined): Addresses {
  if (publicUrl !== undefined) return { publicUrl, origins: [publicUrl] };
  const url = new URL(listenUrl);
  if (!LOOPBACK.includes(url.hostname) && !EVERYWHERE.includes(url.hostname))
    return { publicUrl: url.origin, origins: [url.origin] };
  const origins = LOOPBACK.map((host) => withHost(url, host));
  const own = LOOPBACK.includes(url.hostname) ? url.origin : withHost(url, "localhost");
  return { publicUrl: own, origins };
}

function withHost({ protocol, port }: URL, host: string): string {
  return `${protocol}//${host}${port === "" ? "" : `:${port}`}`;
}
