/** Where Quarry is, and the key to call it with. */
export interface Settings {
  /** The address of its MCP server. */
  readonly url: URL;
  readonly apiKey: string;
}

const STANDARD_URL = "http://127.0.0.1:7400";

/**
 * Reads the settings from environment variables.
 * @throws Error whose message says what to set.
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const address = env.QUARRY_URL?.trim() || STANDARD_URL;
  // Node 20 has no URL.parse.
  const base = URL.canParse(address) ? new URL(address) : undefined;
  if (!base || !/^https?:$/.test(base.protocol))
    throw new Error(
      `QUARRY_URL must be the address of a Quarry server, e.g. ${STANDARD_URL}, not ${address}.`,
    );
  const apiKey = env.QUARRY_API_KEY?.trim();
  if (!apiKey)
    throw new Error("QUARRY_API_KEY is not set. Set it to an API key of the Quarry server, qry_...");
  if (!/^[\x21-\x7e]+$/.test(apiKey))
    throw new Error("QUARRY_API_KEY holds characters that no key has (its value is not shown).");
  base.pathname = `${base.pathname.replace(/\/+$/, "")}/mcp`;
  return { url: base, apiKey };
}
