import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";

/** Thrown when a host may not be sent to; its message may be shown. */
export class RefusedAddress extends Error {
  override readonly name = "RefusedAddress";
}

const PRIVATE_V4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const;
/** Within the public part: what carries an IPv4 address or is kept for special use. */
const SPECIAL_V6 = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const;

const privateV4 = new BlockList();
for (const [network, bits] of PRIVATE_V4) privateV4.addSubnet(network, bits, "ipv4");
const specialV6 = new BlockList();
for (const [network, bits] of SPECIAL_V6) specialV6.addSubnet(network, bits, "ipv6");
const publicV6 = new BlockList();
publicV6.addSubnet("2000::", 3, "ipv6");

/** False for addresses of this machine, its network, and all others that nobody reaches over the internet. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !privateV4.check(address, "ipv4");
  return version === 6 && publicV6.check(address, "ipv6") && !specialV6.check(address, "ipv6");
}

/**
 * The addresses of a URL's host. Whoever sends connects to one of these and asks nobody again, who could then say
 * something else.
 * @throws RefusedAddress when one is not public, unless private ones are allowed.
 */
export async function resolveAddresses(
  hostname: string,
  { allowPrivate }: { readonly allowPrivate: boolean },
): Promise<string[]> {
  const host = hostname.replace(/^\[|\]$/g, "");
  const addresses =
    isIP(host) > 0
      ? [host]
      : (await lookup(host, { all: true, order: "ipv4first" })).map(({ address }) => address);
  if (!allowPrivate && !addresses.every(isPublicAddress))
    throw new RefusedAddress(
      "The host's address is not public, so nothing is sent to it. The operator can allow it with QUARRY_WEBHOOK_ALLOW_PRIVATE=true.",
    );
  return addresses;
}
