import { isObject } from "../json/is-object.ts";
import { DEFAULT_URL } from "./connect.ts";

const TIMEOUT_MS = 10_000;
const PROBE_TIMEOUT_MS = 3000;

/** The state of a server, as far as it is visible without a key. */
export interface ServerStatus {
  readonly ok: boolean;
  readonly message: string;
  /** Version of the HTTP API. */
  readonly version: string | undefined;
}

/** Checks that a server is ready, and reads its API version. */
export async function checkServer(url: string): Promise<ServerStatus> {
  const base = url.replace(/\/+$/, "");
  try {
    const ready = await fetchJson(`${base}/api/ready`);
    if (ready.status !== "ok" && ready.status !== "degraded") {
      const isHere = await isQuarry(base);
      const why = typeof ready.message === "string" ? ready.message : "no reason given";
      const message = isHere ? `${base} responds but is not ready: ${why}` : noServerMessage(base);
      return { ok: false, message, version: undefined };
    }
    const { info } = await fetchJson(`${base}/api/openapi.json`);
    const version = isObject(info) && typeof info.version === "string" ? info.version : undefined;
    const problems = Array.isArray(ready.problems) ? ready.problems : [];
    const lines = [`${base} is ready (API version ${version ?? "unknown"})`, ...problems];
    return { ok: true, message: lines.join("\n"), version };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `Cannot connect to ${base}: ${reason}\nCheck that the server is running and that --url or QUARRY_URL is its URL (default ${DEFAULT_URL}). To start a server, run quarry up.`;
    return { ok: false, message, version: undefined };
  }
}

/** Whether a URL is the address of a Quarry server, which gives each response an id. */
export async function isQuarry(url: string): Promise<boolean> {
  const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
  const response = await fetch(`${url.replace(/\/+$/, "")}/api/health`, { signal }).catch(() => undefined);
  return response?.ok === true && response.headers.get("x-request-id")?.startsWith("req_") === true;
}

/** The message for a URL that responds but is not a Quarry server. */
export function noServerMessage(url: string): string {
  return `There is no Quarry server at ${url}: something else answers there.\nUse the part of Quarry's URL before /api or /app, which usually has no path, with --url, QUARRY_URL or quarry login.`;
}

async function fetchJson(url: string): Promise<Record<string, unknown>> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  const body: unknown = await response.json().catch(() => ({}));
  return isObject(body) ? body : {};
}
