import { CLIENT_ADDRESS_HEADER } from "./auth.ts";

/** Knows where a request comes from. */
export interface AddressOf {
  requestIP(request: Request): { readonly address: string } | null;
}

/** Headers with the address of the client behind a request, in place of any that it claims to have. */
export type WithClientAddress = (headers: Headers, request: Request, server: AddressOf | null) => Headers;

/** @param proxyHeader The header in which the operator's proxy names the client; no proxy is believed without. */
export function createClientAddress(proxyHeader: string | undefined): WithClientAddress {
  return (headers, request, server) => {
    const told = new Headers(headers);
    const forwarded = proxyHeader === undefined ? undefined : request.headers.get(proxyHeader);
    // A proxy adds the address that it sees at the end.
    const address = forwarded?.split(",").at(-1)?.trim() || server?.requestIP(request)?.address;
    if (address) told.set(CLIENT_ADDRESS_HEADER, address);
    else told.delete(CLIENT_ADDRESS_HEADER);
    return told;
  };
}
