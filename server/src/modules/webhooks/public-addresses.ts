import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";

/** Thrown for a host with an address that is not allowed. Its message can be shown to callers. */
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
/** Ranges within the public part that embed an IPv4 address or are reserved for special use. */
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

/** False for addresses of this machine, of its network, and all others that are not reachable over the internet. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !privateV4.check(address, "ipv4");
  return version === 6 && publicV6.check(address, "ipv6") && !specialV6.check(address, "ipv6");
}

/**
 * Resolves the host of a URL. Connect to one of these addresses and do not resolve the host again, because a second lookup
 * may return a private address (DNS rebinding).
 * @throws RefusedAddress when an address is not public and private ones are not allowed.
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
      "The host has an address that is not public, so nothing was sent. The operator can allow such addresses with QUARRY_WEBHOOK_ALLOW_PRIVATE=true.",
    );
  return addresses;
}
