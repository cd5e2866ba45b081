/** Internal header with the client's address. Others are not trusted unless the operator configures one. */
export const CLIENT_ADDRESS_HEADER = "x-quarry-client-address";

/** Looks up the address of the connection of a request. */
export interface AddressOf {
  requestIP(request: Request): { readonly address: string } | null;
}

/** Sets the header with the client's address, replacing any that the client sent. */
export type WithClientAddress = (headers: Headers, request: Request, server: AddressOf | null) => Headers;

/**
 * Creates the function that sets the client's address.
 * @param proxyHeader Header in which the operator's proxy sends it. When absent, no proxy is trusted.
 */
export function createClientAddress(proxyHeader: string | undefined): WithClientAddress {
  return (headers, request, server) => {
    const result = new Headers(headers);
    const forwarded = proxyHeader === undefined ? undefined : request.headers.get(proxyHeader);
    // A proxy appends the address that it sees.
    const address = forwarded?.split(",").at(-1)?.trim() || server?.requestIP(request)?.address;
    if (address) result.set(CLIENT_ADDRESS_HEADER, address);
    else result.delete(CLIENT_ADDRESS_HEADER);
    return result;
  };
}
