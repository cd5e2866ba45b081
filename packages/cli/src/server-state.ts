import { STANDARD_URL } from "./connect.ts";

const PATIENCE_MS = 10_000;

/** What a server says without a key. */
export interface ServerState {
  readonly ok: boolean;
  readonly message: string;
  /** Of its interface. */
  readonly version: string | undefined;
}

/** Asks a server whether it is ready, and which version it speaks. These pages are no calls of the client's. */
export async function askServer(url: string): Promise<ServerState> {
  const base = url.replace(/\/+$/, "");
  try {
    const ready = await fetchJson(`${base}/api/ready`);
    if (ready.status !== "ok") {
      // A server says that it knows no such page where something stands behind its address.
      if (ready.code === "not_found") return { ok: false, message: notHere(base), version: undefined };
      const why = typeof ready.message === "string" ? ready.message : "it is no Quarry server";
      return { ok: false, message: `${base} answers, but is not ready: ${why}`, version: undefined };
    }
    const { info } = await fetchJson(`${base}/api/openapi.json`);
    const version = isObject(info) && typeof info.version === "string" ? info.version : undefined;
    return { ok: true, message: `${base} is ready (interface ${version ?? "unknown"})`, version };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `${base} cannot be reached: ${reason}\nIs it running? Its address is --url or QUARRY_URL, ${STANDARD_URL} when left out; quarry up starts one here.`;
    return { ok: false, message, version: undefined };
  }
}

/** What is said of an address at which there is no Quarry, though something answers. */
export function notHere(url: string): string {
  return `There is no Quarry server at ${url}. Its address is what stands before /api or /app, mostly without a path.`;
}

async function fetchJson(url: string): Promise<Record<string, unknown>> {
  const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) });
  const body: unknown = await response.json().catch(() => ({}));
  return isObject(body) ? body : {};
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
