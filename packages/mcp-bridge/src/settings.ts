/** The MCP endpoint of a Quarry server, and the API key for it. */
export interface Settings {
  /** URL of the MCP endpoint. */
  readonly url: URL;
  readonly apiKey: string;
}

const DEFAULT_URL = "http://127.0.0.1:7400";

/**
 * Reads the settings from environment variables.
 * @throws Error that names the variable to set.
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const address = env.QUARRY_URL?.trim() || DEFAULT_URL;
  // Node 20 lacks `URL.parse`.
  const base = URL.canParse(address) ? new URL(address) : undefined;
  if (!base || !/^https?:$/.test(base.protocol))
    throw new Error(`QUARRY_URL must be the URL of a Quarry server, e.g. ${DEFAULT_URL}, not ${address}.`);
  const apiKey = env.QUARRY_API_KEY?.trim();
  if (!apiKey)
    throw new Error("QUARRY_API_KEY is not set. Set it to an API key of the Quarry server (qry_...).");
  if (!/^[\x21-\x7e]+$/.test(apiKey))
    throw new Error("QUARRY_API_KEY contains invalid characters (its value is not shown).");
  base.pathname = `${base.pathname.replace(/\/+$/, "")}/mcp`;
  return { url: base, apiKey };
}
