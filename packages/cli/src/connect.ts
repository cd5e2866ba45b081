import { Quarry } from "@quarry/sdk";
import { UsageError } from "./usage-error.ts";

/** Options that every command takes which talks to a server. */
export const CONNECTION_OPTIONS = { url: { type: "string" }, key: { type: "string" } } as const;

/**
 * The client of the server that the options name, or else QUARRY_URL and QUARRY_API_KEY.
 * @throws UsageError when there is no usable address or key.
 */
export function connect({ url, key }: { url?: string | undefined; key?: string | undefined }): Quarry {
  try {
    return new Quarry({ baseUrl: url, apiKey: key });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(
      `${error.message}\nThe server's address is --url or QUARRY_URL, e.g. http://127.0.0.1:7400; the key is --key or QUARRY_API_KEY.`,
    );
  }
}
